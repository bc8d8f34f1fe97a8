const surrogates = /[\ud800-\udfff]/
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Text whose lone surrogates are U+FFFD. Text without surrogates is only looked at. */
export function toWellFormed(text: string): string {
  return surrogates.test(text) ? text.replace(loneSurrogate, '\ufffd') : text
}
