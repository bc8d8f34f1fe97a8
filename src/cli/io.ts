import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { UsageError } from './exit.ts'
import { isRecord, parseJson } from './json-value.ts'

/** What a command may touch of the world outside. */
export interface Io {
  /** The bytes of standard input, as they come. */
  readonly input: AsyncIterable<Uint8Array>
  /** Writes to standard output; resolves when the text is taken, rejects when nobody reads. */
  write(text: string): Promise<void>
  /** Writes a line to standard error. */
  warn(line: string): void
  /** Replaces the progress line; nothing when standard error is no terminal. */
  progress(line: string): void
}

/** The world outside, as Node gives it. */
export function createProcessIo(): Io {
  const { stdin, stdout, stderr } = process
  // A reader that has had enough is no error; `write` rejects and the command ends.
  stdout.on('error', () => {})
  stderr.on('error', () => {})
  let shown = false

  function clear(): void {
    if (shown) stderr.write('\r\u001b[K')
    shown = false
  }

  async function* bytes(): AsyncGenerator<Uint8Array> {
    if (stdin.isTTY) stderr.write('reading the text from the terminal; end it with Ctrl-D\n')
    yield* stdin
  }

  return {
    input: bytes(),
    write: (text) =>
      new Promise((resolve, reject) => {
        clear()
        stdout.write(text, (error) => (error ? reject(error) : resolve()))
      }),
    warn(line) {
      clear()
      stderr.write(`${line}\n`)
    },
    progress(line) {
      if (!stderr.isTTY) return
      clear()
      if (line === '') return
      stderr.write(line.slice(0, Math.max(20, (stderr.columns ?? 80) - 1)))
      shown = true
    },
  }
}

/** All of standard input. */
export async function readInput(io: Io): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of io.input) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Standard input as text; what is not UTF-8 becomes U+FFFD. */
export async function readInputText(io: Io): Promise<string> {
  return decode(await readInput(io))
}

/**
 * A file's text.
 *
 * @throws {UsageError} when it cannot be read
 */
export async function readTextFile(path: string): Promise<string> {
  try {
    return decode(await readFile(path))
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${reasonOf(error)}`)
  }
}

/**
 * A file's JSON value.
 *
 * @throws {UsageError} when it cannot be read or is not JSON
 */
export async function readJsonFile(path: string): Promise<unknown> {
  return parseJson(await readTextFile(path), path)
}

/** The version in the package's own manifest; it stands two folders up, from `src` and from `dist`. */
export function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const manifest = parseJson(text, 'package.json')
  return isRecord(manifest) ? String(manifest['version']) : 'unknown'
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EISDIR') return 'it is a folder'
  if (code === 'EACCES') return 'permission denied'
  return error instanceof Error ? error.message : String(error)
}
