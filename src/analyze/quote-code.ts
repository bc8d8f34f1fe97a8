/** An expression in a message: between back quotes, at most 60 characters of it. */
export function quoteCode(text: string): string {
  const points = [...text]
  return `\`${points.length > 60 ? `${points.slice(0, 59).join('')}…` : text}\``
}
