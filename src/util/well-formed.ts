const surrogates = /[\ud800-\udfff]/
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/**
 * Text whose lone surrogates are U+FFFD; each is told by its offset. Text without surrogates is only
 * looked at.
 */
export function toWellFormed(text: string, found?: (offset: number) => void): string {
  if (!surrogates.test(text)) return text
  return text.replace(loneSurrogate, (_, offset: number) => {
    found?.(offset)
    return '\ufffd'
  })
}
