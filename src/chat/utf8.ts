/** A UTF-8 stream being decoded: the sequence that has begun. */
export interface Utf8Decoder {
  /** Bytes of the sequence still to come. */
  needed: number
  point: number
  /** What the next byte must lie between. */
  lower: number
  upper: number
}

/** Starts a decoding. */
export function createUtf8Decoder(): Utf8Decoder {
  return { needed: 0, point: 0, lower: 0x80, upper: 0xbf }
}

/**
 * Decodes more bytes after the rules of the WHATWG: a byte order mark is kept, whatever is not
 * UTF-8 becomes U+FFFD, and where the bytes are cut makes no difference. `bad` is told where each
 * U+FFFD stands in the text that is given back.
 */
export function decodeUtf8(
  decoder: Utf8Decoder,
  bytes: Uint8Array,
  bad: (offset: number) => void,
): string {
  const parts: string[] = []
  let units: number[] = []
  let length = 0
  const put = (unit: number): void => {
    units.push(unit)
    length++
    // Copied some thousand at a time: more arguments overflow the stack.
    if (units.length >= 4096) {
      parts.push(String.fromCharCode(...units))
      units = []
    }
  }
  const replace = (): void => {
    bad(length)
    put(0xfffd)
  }
  for (const byte of bytes) {
    if (decoder.needed > 0) {
      if (byte >= decoder.lower && byte <= decoder.upper) {
        proceed(decoder, byte, put)
        continue
      }
      // The byte that does not fit begins anew; what came before it is one replacement.
      reset(decoder)
      replace()
    }
    if (byte < 0x80) put(byte)
    else if (!begin(decoder, byte)) replace()
  }
  parts.push(String.fromCharCode(...units))
  return parts.join('')
}

/** Says that no bytes follow: true if a sequence had begun, which is one U+FFFD. */
export function endUtf8(decoder: Utf8Decoder): boolean {
  const begun = decoder.needed > 0
  reset(decoder)
  return begun
}

function begin(decoder: Utf8Decoder, byte: number): boolean {
  if (byte < 0xc2 || byte > 0xf4) return false
  decoder.needed = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3
  decoder.point = byte & (byte < 0xe0 ? 0x1f : byte < 0xf0 ? 0x0f : 0x07)
  // No overlong forms, no surrogates, nothing above U+10FFFF.
  decoder.lower = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80
  decoder.upper = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf
  return true
}

function proceed(decoder: Utf8Decoder, byte: number, put: (unit: number) => void): void {
  decoder.point = (decoder.point << 6) | (byte & 0x3f)
  decoder.lower = 0x80
  decoder.upper = 0xbf
  if (--decoder.needed > 0) return
  if (decoder.point < 0x10000) return put(decoder.point)
  put(0xd7c0 + (decoder.point >> 10))
  put(0xdc00 + (decoder.point & 0x3ff))
}

function reset(decoder: Utf8Decoder): void {
  decoder.needed = 0
  decoder.point = 0
  decoder.lower = 0x80
  decoder.upper = 0xbf
}
