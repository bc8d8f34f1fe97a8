/** A text in a comment, as a literal: on one line, and not too long. */
export function inComment(text: string): string {
  return oneLine(JSON.stringify(text.slice(0, 40)))
}

/** Text for a comment that ends with its line. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]/g, ' ')
}
