// One converter in a process of its own, that answers lines of JSON: some grammars hang or end their engine.
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { options } from '../../scripts/score-adapter.ts'
import { parseSchema, schemaToGbnf } from '../../src/schema.ts'
import { serve } from '../../test/oracles/serve.ts'
import { loadXgrammar } from '../../test/oracles/xgrammar.ts'
import type { Compiled, ConverterName, ConverterRequest, Judged } from './protocol.ts'

interface Converter {
  /** The grammar of a schema, as text. */
  compile(schema: string): Promise<string>
  /** A function that says whether a text is a sentence of a schema's grammar. */
  matcher(schema: string): Promise<(text: string) => boolean>
}

const packages = resolve('test/oracles/node_modules')
const load = createRequire(join(packages, 'anything.js'))

const converters: Record<ConverterName, () => Promise<Converter>> = {
  pegbnf: async () => withLlama(async (text) => schemaToGbnf(parseSchema(text), options).gbnf),
  'node-llama-cpp': nodeLlamaCpp,
  'web-xgrammar': xgrammar,
}

interface Addon {
  readonly AddonGrammar: new (
    gbnf: string,
    options: { addonExports: Addon; rootRuleName: string },
  ) => { isTextCompatible(text: string): boolean }
}

/** A converter to GBNF, whose grammars the real llama.cpp judges; `ending` is what they want behind a value. */
function withLlama(compile: (schema: string) => Promise<string>, ending = ''): Converter {
  const addon: Addon = load(
    join(packages, '@node-llama-cpp/linux-x64/bins/linux-x64/llama-addon.node'),
  )
  return {
    compile,
    async matcher(schema) {
      const gbnf = await compile(schema)
      const grammar = new addon.AddonGrammar(gbnf, { addonExports: addon, rootRuleName: 'root' })
      return (text) => grammar.isTextCompatible(text + ending)
    },
  }
}

async function nodeLlamaCpp(): Promise<Converter> {
  const file = 'node-llama-cpp/dist/utils/gbnfJson/getGbnfGrammarForGbnfJsonSchema.js'
  const { getGbnfGrammarForGbnfJsonSchema: convert } = await import(
    pathToFileURL(join(packages, file)).href
  )
  return withLlama(async (text) => convert(JSON.parse(text)), '\n\n\n\n')
}

async function xgrammar(): Promise<Converter> {
  const engine = await loadXgrammar(packages)
  return {
    async compile(schema) {
      const grammar = await engine.convert(schema)
      const text = grammar.toString()
      grammar.dispose()
      return text
    },
    matcher: async (schema) => engine.matcher(await engine.convert(schema)),
  }
}

const [name] = process.argv.slice(2)
if (name === undefined || !isConverter(name)) throw new Error(`no converter named ${name}`)
const { compile, matcher } = await converters[name]()

function isConverter(text: string): text is ConverterName {
  return Object.hasOwn(converters, text)
}

async function answer({ schema, texts }: ConverterRequest): Promise<Compiled | Judged> {
  if (texts === undefined) {
    const before = process.cpuUsage()
    const gbnf = await compile(schema)
    const { user, system } = process.cpuUsage(before)
    return { ms: (user + system) / 1000, bytes: Buffer.byteLength(gbnf) }
  }
  const accepts = await matcher(schema)
  return {
    texts: texts.map((text) => {
      const before = performance.now()
      const isSentence = accepts(text)
      return { accepts: isSentence, us: (performance.now() - before) * 1000 }
    }),
  }
}

await serve(answer)
