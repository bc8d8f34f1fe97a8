import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createChatTemplate,
  readGguf,
  readModelFolder,
  readServerProps,
  readTokenizerConfig,
  TemplateError,
  templateFor,
  type ChatTemplate,
  type TemplateSource,
} from '../template/index.ts'
import { UsageError } from './exit.ts'

/** What the commands say of their argument. */
export const sourceHelp = `SOURCE is a .jinja file, a model's folder, its tokenizer_config.json or .gguf file (only the head is
read), or the address of a running llama-server (http://localhost:8080).`

/**
 * Reads a template from where a command's argument says.
 *
 * @throws {UsageError} when nothing is there, or it holds no template
 */
export async function readTemplate(source: string, hasTools: boolean): Promise<ChatTemplate> {
  try {
    const found = await readSource(source)
    const text = templateFor(found, hasTools)
    if (text === undefined)
      throw new UsageError(`${source} holds no chat template`, otherSources(source))
    const { bosToken, eosToken } = found
    return createChatTemplate(text, {
      ...(bosToken === undefined ? {} : { bosToken }),
      ...(eosToken === undefined ? {} : { eosToken }),
    })
  } catch (error) {
    if (error instanceof TemplateError) throw new UsageError(`${source}: ${error.message}`)
    throw error
  }
}

/** What to give in place of a source that holds no template. */
function otherSources(source: string): string {
  if (/-of-\d+\.gguf$/.test(source)) {
    return 'the first part of a split model holds its template: give the file that ends with 00001-of-…'
  }
  if (/tokenizer\.json$|special_tokens_map\.json$/.test(source)) {
    return 'the template stands in tokenizer_config.json or chat_template.jinja: give one, or their folder'
  }
  return 'give a .jinja file, or a folder with chat_template.jinja or tokenizer_config.json'
}

/**
 * Reads what a source says of a model's template.
 *
 * @throws {UsageError} when nothing is there
 */
export async function readSource(source: string): Promise<TemplateSource> {
  if (/^https?:\/\//.test(source)) return readServerProps(await fetchText(source))
  const found = await stat(source).catch(() => {
    throw new UsageError(`cannot read ${source}: there is no such file`)
  })
  if (found.isDirectory()) {
    return readModelFolder({ readText: (name) => textOrNull(join(source, name)) })
  }
  // A pipe can be read once.
  if (source.endsWith('.gguf') || (found.isFile() && (await beginsAsGguf(source)))) {
    return readHead(source)
  }
  if (found.size > maxTextFile) throw noText(source, `has ${found.size} bytes`)
  const text = textOf(await readFile(source))
  if (text === null) throw noText(source, 'is no text in UTF-8')
  return source.endsWith('.json')
    ? readTokenizerConfig(text, source)
    : { named: {}, template: text }
}

/** Whether a folder is that of a model, and not one of templates. */
export async function isModelFolder(folder: string): Promise<boolean> {
  const { template } = await readModelFolder({
    readText: (name) => textOrNull(join(folder, name)),
  })
  return template !== undefined
}

/** Bytes as text; null for those that are none. */
function textOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Configurations with a tokenizer in them have some mebibytes; weights have gibibytes. */
const maxTextFile = 2 ** 25

function noText(source: string, what: string): UsageError {
  return new UsageError(
    `${source} ${what}, so it is no chat template`,
    'give a .jinja file, a .gguf file, or the folder of the model',
  )
}

async function beginsAsGguf(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(4), 0, 4, 0)
    return new TextDecoder().decode(buffer.subarray(0, bytesRead)) === 'GGUF'
  } finally {
    await file.close()
  }
}

/** How long a server may take to answer, in milliseconds. */
const answerTime = 30_000

async function fetchText(address: string): Promise<string> {
  const url = new URL('/props', address)
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(answerTime) })
    if (!response.ok) throw new UsageError(`${url} answers ${response.status}`)
    return await response.text()
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(
      `nothing answers at ${url}: start llama-server there, or give the template's file`,
    )
  }
}

async function readHead(path: string): Promise<TemplateSource> {
  const file = await open(path)
  try {
    return await readGguf(async (offset, length) => {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset)
      return buffer.subarray(0, bytesRead)
    })
  } finally {
    await file.close()
  }
}

async function textOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return null
  }
}
