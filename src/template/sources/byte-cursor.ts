import { TemplateError } from '../template-error.ts'
import type { ReadBytes } from './template-source.ts'

/** Bytes that one reading asks for: a file's head is read in a few of them. */
const chunkSize = 2 ** 18

/** A place in a file of little-endian numbers, read piece by piece. */
export interface ByteCursor {
  readonly offset: number
  uint(bytes: 1 | 2 | 4 | 8): Promise<number>
  int(bytes: 1 | 2 | 4): Promise<number>
  take(length: number): Promise<Uint8Array>
  /** Goes on without reading what lies between. */
  skip(length: number): void
}

/** Opens a cursor at the beginning of a file; it never goes past `limit`. */
export function openByteCursor(read: ReadBytes, limit: number): ByteCursor {
  let chunk: Uint8Array = new Uint8Array()
  let chunkStart = 0
  let offset = 0

  async function take(length: number): Promise<Uint8Array> {
    if (length < 0 || offset + length > limit) {
      throw new TemplateError('template-source', `the file's head is longer than ${limit} bytes`)
    }
    if (offset < chunkStart || offset + length > chunkStart + chunk.length) {
      chunk = await read(offset, Math.max(length, chunkSize))
      chunkStart = offset
      if (chunk.length < length) {
        throw new TemplateError(
          'template-source',
          `the file ends at byte ${offset + chunk.length}, inside of its head`,
          { hint: 'a download that was cut off? compare its size with that of the original' },
        )
      }
    }
    const start = offset - chunkStart
    offset += length
    return chunk.subarray(start, start + length)
  }

  async function view(length: number): Promise<DataView> {
    const bytes = await take(length)
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  return {
    get offset() {
      return offset
    },
    async uint(bytes) {
      const data = await view(bytes)
      if (bytes === 1) return data.getUint8(0)
      if (bytes === 2) return data.getUint16(0, true)
      return bytes === 4 ? data.getUint32(0, true) : Number(data.getBigUint64(0, true))
    },
    async int(bytes) {
      const data = await view(bytes)
      if (bytes === 1) return data.getInt8(0)
      return bytes === 2 ? data.getInt16(0, true) : data.getInt32(0, true)
    },
    take,
    skip(length) {
      if (!Number.isSafeInteger(length) || length < 0 || offset + length > limit) {
        throw new TemplateError('template-source', `the file's head is longer than ${limit} bytes`)
      }
      offset += length
    },
  }
}
