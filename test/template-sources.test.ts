import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  readGguf,
  readModelFolder,
  readServerProps,
  readTokenizerConfig,
  TemplateError,
  templateFor,
} from '../src/template/index.ts'
import { writeTinyGguf } from './oracles/gguf.ts'
import { chatVocabulary } from './oracles/vocabulary.ts'

describe('a tokenizer_config.json', () => {
  it('has one template and tokens in both forms', () => {
    const config = {
      chat_template: '{{ bos_token }}',
      bos_token: { __type: 'AddedToken', content: '<s>', lstrip: false },
      eos_token: '</s>',
      response_template: { fields: {} },
    }
    expect(readTokenizerConfig(JSON.stringify(config))).toEqual({
      template: '{{ bos_token }}',
      named: {},
      bosToken: '<s>',
      eosToken: '</s>',
      responseTemplate: { fields: {} },
    })
  })

  it('has a list of named templates, whatever their names', () => {
    const source = readTokenizerConfig(
      JSON.stringify({
        chat_template: [
          { name: 'default', template: 'plain' },
          { name: 'tool_use', template: 'tools' },
          { name: '__proto__', template: 'odd' },
          { name: 'broken' },
        ],
      }),
    )
    expect(templateFor(source, false)).toBe('plain')
    expect(templateFor(source, true)).toBe('tools')
    expect(Object.keys(source.named)).toEqual(['tool_use', '__proto__'])
  })

  it.each(['[]', 'null', '{', '"x"'])('that is %s is refused', (text) => {
    expect(() => readTokenizerConfig(text)).toThrow(TemplateError)
  })
})

describe('a model folder', () => {
  const read = (files: Readonly<Record<string, string>>) =>
    readModelFolder({ readText: async (name) => files[name] ?? null })

  it('prefers the template in a file of its own', async () => {
    const source = await read({
      'chat_template.jinja': 'file',
      'tokenizer_config.json': '{"chat_template": "config", "eos_token": "</s>"}',
      'special_tokens_map.json': '{"bos_token": {"content": "<s>"}, "eos_token": "<other>"}',
    })
    expect(source).toMatchObject({ template: 'file', bosToken: '<s>', eosToken: '</s>' })
  })

  it('may have nothing', async () => {
    expect(await read({})).toEqual({ named: {} })
    expect(templateFor(await read({}), true)).toBeUndefined()
  })
})

describe('a GGUF file', () => {
  const vocabulary = chatVocabulary(['<think>'])
  const whole = (() => {
    const folder = mkdtempSync(join(tmpdir(), 'pegbnf-gguf-'))
    const path = join(folder, 'tiny.gguf')
    writeTinyGguf(path, { vocabulary, template: '{{ messages }} é' })
    const bytes = new Uint8Array(readFileSync(path))
    rmSync(folder, { recursive: true })
    return bytes
  })()
  const readerOf = (bytes: Uint8Array) => {
    let furthest = 0
    const read = async (offset: number, length: number) => {
      furthest = Math.max(furthest, offset)
      return bytes.subarray(offset, offset + length)
    }
    return { read, furthest: () => furthest }
  }

  it('gives its template and tokens from its head', async () => {
    const { read, furthest } = readerOf(whole)
    expect(await readGguf(read)).toEqual({
      template: '{{ messages }} é',
      named: {},
      bosToken: '<|endoftext|>',
      eosToken: '<|im_end|>',
    })
    expect(furthest()).toBeLessThan(whole.length / 2)
  })

  it('ends in an error, wherever it is cut', async () => {
    for (let length = 0; length < 3000; length += 7) {
      await expect(readGguf(readerOf(whole.subarray(0, length)).read)).rejects.toThrow(
        TemplateError,
      )
    }
  })

  it('ends in a value or an error, whatever is broken', async () => {
    for (let place = 4; place < 2000; place += 3) {
      const broken = whole.slice()
      broken[place] = 0xff
      const outcome = await readGguf(readerOf(broken).read).catch((error: unknown) => error)
      expect(outcome instanceof Error ? outcome : null).toSatisfy(
        (error) => error === null || error instanceof TemplateError,
      )
    }
  })
})

it('a server says its templates and tokens', () => {
  const props = { chat_template: 'a', chat_template_tool_use: 'b', bos_token: '<s>', eos_token: 3 }
  expect(readServerProps(JSON.stringify(props))).toEqual({
    template: 'a',
    named: { tool_use: 'b' },
    bosToken: '<s>',
  })
})
