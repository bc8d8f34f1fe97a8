import type { ContentPart } from '../../template/prompt-message.ts'
import type { Body } from './body.ts'

/** The content of a message: a text, or parts when there is more than text. */
export type Content = string | readonly ContentPart[]

/** Parts as content: texts alone are one text, a line each, as servers join them. */
export function joinParts(parts: readonly ContentPart[]): Content {
  if (parts.some((part) => part.type !== 'text')) return parts
  return parts.map((part) => part.text ?? '').join('\n')
}

/** A text. */
export function textPart(text: string): ContentPart {
  return { type: 'text', text }
}

/** An image, in the form that OpenAI's requests have. */
export function imagePart(url: string): ContentPart {
  return { type: 'image_url', image_url: { url } }
}

/** The URL of an image that came as base64 without its type, which its first bytes tell. */
export function imageUrl(base64: string): string {
  if (base64.startsWith('data:')) return base64
  const known = signatures.find(([start]) => base64.startsWith(start))
  return `data:${known?.[1] ?? 'application/octet-stream'};base64,${base64}`
}

const signatures = [
  ['iVBOR', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lG', 'image/gif'],
  ['UklG', 'image/webp'],
] as const

/** The parts of a field that may be a text: each object is read by `read`. */
export function partsOf(
  body: Body,
  name: string,
  read: (part: Body) => readonly ContentPart[],
): readonly ContentPart[] {
  const value = body.value(name)
  if (value === undefined) return []
  return typeof value === 'string' ? [textPart(value)] : body.items(name).flatMap(read)
}
