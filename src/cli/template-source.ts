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
    if (text === undefined) {
      throw new UsageError(
        `${source} holds no chat template: give a .jinja file, or a folder with chat_template.jinja or tokenizer_config.json`,
      )
    }
    const { bosToken, eosToken } = found
    return createChatTemplate(text, {
      ...(bosToken === undefined ? {} : { bosToken }),
      ...(eosToken === undefined ? {} : { eosToken }),
    })
  } catch (error) {
    if (error instanceof TemplateError) throw new UsageError(error.message)
    throw error
  }
}

/**
 * Reads what a source says of a model's template.
 *
 * @throws {UsageError} when nothing is there
 */
export async function readSource(source: string): Promise<TemplateSource> {
  if (/^https?:\/\//.test(source)) return readServerProps(await fetchText(source))
  const isFolder = await stat(source).then(
    (found) => found.isDirectory(),
    () => {
      throw new UsageError(`cannot read ${source}: there is no such file`)
    },
  )
  if (isFolder) return readModelFolder({ readText: (name) => textOrNull(join(source, name)) })
  if (source.endsWith('.gguf')) return readHead(source)
  const text = await readFile(source, 'utf8')
  return source.endsWith('.json')
    ? readTokenizerConfig(text, source)
    : { named: {}, template: text }
}

async function fetchText(address: string): Promise<string> {
  const url = new URL('/props', address)
  try {
    const response = await fetch(url)
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
