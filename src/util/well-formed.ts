const surrogates = /[\ud800-\udfff]/
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

// ES2024, where it is there: for a text of bytes it need not even look.
const native: ((this: string) => boolean) | undefined = Reflect.get(
  String.prototype,
  'isWellFormed',
)

/** Whether every surrogate of a text is half of a pair; false, where the platform cannot say, for any text with some. */
export function isWellFormed(text: string): boolean {
  return native === undefined ? !surrogates.test(text) : native.call(text)
}

/**
 * Text whose lone surrogates are U+FFFD; each is told by its offset. Text without surrogates is only
 * looked at.
 */
export function toWellFormed(text: string, found?: (offset: number) => void): string {
  if (isWellFormed(text)) return text
  return text.replace(loneSurrogate, (_, offset: number) => {
    found?.(offset)
    return '\ufffd'
  })
}
