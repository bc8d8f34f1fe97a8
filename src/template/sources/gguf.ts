import { TemplateError } from '../template-error.ts'
import { openByteCursor, type ByteCursor } from './byte-cursor.ts'
import type { ReadBytes, TemplateSource } from './template-source.ts'

// The head of a GGUF file: "GGUF", a version, how many tensors and entries there are, the entries.
// Source: ggml's docs/gguf.md. Weights come after the head and are never read.

/** The sizes of the value types of fixed size, by type number. */
const sizes: readonly (1 | 2 | 4 | 8 | null)[] = [1, 1, 2, 2, 4, 4, 4, 1, null, null, 8, 8, 8]
const Type = { string: 8, array: 9 } as const

/** Heads of real models are below twenty mebibytes. */
const maxHead = 2 ** 28
const maxEntries = 100_000
const maxText = 2 ** 24

const templateKey = 'tokenizer.chat_template'

/**
 * Reads a model's templates and special tokens from the head of a `.gguf` file.
 *
 * @param read reads a part of the file
 * @throws {TemplateError} when it is no GGUF file, or its head is broken
 * @example
 * ```ts
 * // Version 3, no tensors, no entries.
 * const file = new Uint8Array(24)
 * file.set(new TextEncoder().encode('GGUF\x03'))
 * const source = await readGguf(async (offset, length) => file.slice(offset, offset + length))
 * Object.keys(source.named) // []
 * ```
 */
export async function readGguf(read: ReadBytes): Promise<TemplateSource> {
  const at = openByteCursor(read, maxHead)
  const magic = new TextDecoder().decode(await at.take(4))
  if (magic !== 'GGUF') {
    throw new TemplateError('template-source', 'the file is no GGUF file', {
      hint: 'it does not begin with GGUF: a page of an error, or a pointer of Git LFS in its place?',
    })
  }
  const version = await at.uint(4)
  if (version !== 2 && version !== 3) {
    throw new TemplateError('template-source', `GGUF version ${version} is not supported`, {
      hint: 'versions 2 and 3 are read; llama.cpp writes the latter since 2023',
    })
  }
  await at.uint(8)
  const count = await at.uint(8)
  if (count > maxEntries) {
    throw new TemplateError('template-source', `the file has more than ${maxEntries} entries`)
  }
  return collect(at, count)
}

async function collect(at: ByteCursor, count: number): Promise<TemplateSource> {
  const named: Record<string, string> = Object.create(null)
  const ids: { bos?: number; eos?: number } = {}
  let template: string | undefined
  let tokens: TokenList | null = null
  for (let i = 0; i < count; i++) {
    const key = await readText(at)
    const type = await at.uint(4)
    if (type === Type.string && key.startsWith(templateKey)) {
      const text = await readText(at)
      const name = key.slice(templateKey.length + 1)
      if (name === '') template = text
      else named[name] = text
    } else if (key === 'tokenizer.ggml.bos_token_id') ids.bos = await readId(at, type)
    else if (key === 'tokenizer.ggml.eos_token_id') ids.eos = await readId(at, type)
    else if (key === 'tokenizer.ggml.tokens' && type === Type.array) tokens = await readTokens(at)
    else await skipValue(at, type, 0)
  }
  const bosToken = tokenAt(tokens, ids.bos)
  const eosToken = tokenAt(tokens, ids.eos)
  return {
    named,
    ...(template === undefined ? {} : { template }),
    ...(bosToken === undefined ? {} : { bosToken }),
    ...(eosToken === undefined ? {} : { eosToken }),
  }
}

/** The list of tokens, undecoded: two of some hundred thousand are wanted. */
type TokenList = readonly Uint8Array[]

async function readTokens(at: ByteCursor): Promise<TokenList> {
  const type = await at.uint(4)
  const count = await at.uint(8)
  if (type !== Type.string) {
    await skipItems(at, type, count, 0)
    return []
  }
  const tokens: Uint8Array[] = []
  for (let i = 0; i < count; i++) tokens.push(await at.take(await at.uint(8)))
  return tokens
}

function tokenAt(tokens: TokenList | null, id: number | undefined): string | undefined {
  const bytes = id === undefined ? undefined : tokens?.[id]
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes)
}

async function readId(at: ByteCursor, type: number): Promise<number> {
  const size = sizes[type]
  if (size === undefined || size === null) throw broken(at)
  return at.uint(size)
}

async function readText(at: ByteCursor): Promise<string> {
  const length = await at.uint(8)
  if (length > maxText) throw broken(at)
  return new TextDecoder().decode(await at.take(length))
}

async function skipValue(at: ByteCursor, type: number, depth: number): Promise<void> {
  const size = sizes[type]
  if (size === undefined || depth > 8) throw broken(at)
  if (size !== null) at.skip(size)
  else if (type === Type.string) at.skip(await at.uint(8))
  else await skipItems(at, await at.uint(4), await at.uint(8), depth)
}

async function skipItems(
  at: ByteCursor,
  type: number,
  count: number,
  depth: number,
): Promise<void> {
  const size = sizes[type]
  if (size !== undefined && size !== null) at.skip(size * count)
  else for (let i = 0; i < count; i++) await skipValue(at, type, depth + 1)
}

function broken(at: ByteCursor): TemplateError {
  return new TemplateError('template-source', `the GGUF head is broken near byte ${at.offset}`)
}
