import { TemplateError } from '../template-error.ts'
import type { TemplateSource } from './template-source.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Reads the text of a `tokenizer_config.json`: its template (a string, or a list of `{name, template}`),
 * special tokens (a string, or an object with `content`), and response template.
 *
 * @throws {TemplateError} when the text is no JSON object
 * @example
 * ```ts
 * readTokenizerConfig('{"eos_token": {"content": "<|im_end|>"}}').eosToken // '<|im_end|>'
 * ```
 */
export function readTokenizerConfig(text: string, file = 'tokenizer_config.json'): TemplateSource {
  const config = parseObject(text, file)
  const [bosToken, eosToken] = [tokenText(config['bos_token']), tokenText(config['eos_token'])]
  const { template, named } = readTemplates(config['chat_template'])
  return {
    named,
    ...(template === undefined ? {} : { template }),
    ...(bosToken === undefined ? {} : { bosToken }),
    ...(eosToken === undefined ? {} : { eosToken }),
    ...(isObject(config['response_template'])
      ? { responseTemplate: config['response_template'] }
      : {}),
    ...(isObject(config['response_schema']) ? { responseSchema: config['response_schema'] } : {}),
  }
}

/** A JSON object from a file's text. */
export function parseObject(text: string, file: string): Json {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new TemplateError('template-source', `${file} is not JSON`, {
      hint: 'a download that was cut off, or the address of another server?',
    })
  }
  if (isObject(value)) return value
  throw new TemplateError('template-source', `${file} holds no JSON object`)
}

function readTemplates(value: unknown): { template?: string; named: Record<string, string> } {
  if (typeof value === 'string') return { template: value, named: {} }
  // No prototype: a name may be any word.
  const named: Record<string, string> = Object.create(null)
  const entries = Array.isArray(value)
    ? value.map((item: unknown) => (isObject(item) ? [item['name'], item['template']] : []))
    : isObject(value)
      ? Object.entries(value)
      : []
  let template: string | undefined
  for (const [name, text] of entries) {
    if (typeof name !== 'string' || typeof text !== 'string') continue
    if (name === 'default') template = text
    else named[name] = text
  }
  return template === undefined ? { named } : { template, named }
}

/** The text of a special token: a string, or what a saved `AddedToken` holds. */
export function tokenText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  const content = isObject(value) ? value['content'] : undefined
  return typeof content === 'string' ? content : undefined
}

/** A JSON object. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
