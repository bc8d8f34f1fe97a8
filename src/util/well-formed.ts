const surrogates = /[\ud800-\udfff]/
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

// ES2024, where it is there: for a text of bytes it need not even look.
const isWellFormed: ((this: string) => boolean) | undefined = Reflect.get(
  String.prototype,
  'isWellFormed',
)

/**
 * Text whose lone surrogates are U+FFFD; each is told by its offset. Text without surrogates is only
 * looked at.
 */
export function toWellFormed(text: string, found?: (offset: number) => void): string {
  if (isWellFormed === undefined ? !surrogates.test(text) : isWellFormed.call(text)) return text
  return text.replace(loneSurrogate, (_, offset: number) => {
    found?.(offset)
    return '\ufffd'
  })
}
