import type { ContentPart, PromptMessage } from '../template/prompt-message.ts'
import type { Fault } from '../protocol/fault.ts'
import { innerOf, textOf } from '../protocol/fields.ts'

/** What an engine can be shown beside text, and how its place in a prompt is marked. */
export interface MediaSupport {
  /** Stands in the prompt where a picture, or a sound, is to stand. */
  readonly marker: string
  readonly kinds: readonly MediaKind[]
}

/** What stands in a message beside text. */
export type MediaKind = 'image' | 'audio'

/** Messages of text alone, and what their markers stand for, in order. */
export interface MediaReading {
  readonly messages: readonly PromptMessage[]
  /** Base64, without a `data:` in front. */
  readonly media: readonly string[]
}

/**
 * Puts the engine's marker in the place of each picture and sound. Only what the request itself holds is
 * taken: nothing is fetched from an address that it names.
 */
export function takeMedia(
  messages: readonly PromptMessage[],
  support: MediaSupport | undefined,
): MediaReading | Fault {
  if (!messages.some(hasMedia)) return { messages, media: [] }
  const media: string[] = []
  const plain: PromptMessage[] = []
  for (const [place, message] of messages.entries()) {
    const param = `messages[${place}].content`
    const { content } = message
    const parts: readonly ContentPart[] =
      typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])
    const texts: ContentPart[] = []
    for (const part of parts) {
      const read = readPart(part, support)
      if ('refused' in read) return { kind: 'invalid-request', param, message: read.refused }
      if (read.data !== undefined) media.push(read.data)
      texts.push({ type: read.data === undefined ? 'text' : 'media', text: read.text })
    }
    plain.push(hasMedia(message) ? { ...message, content: joinAround(texts) } : message)
  }
  return { messages: plain, media }
}

/**
 * Why a prompt is refused that marks more places, or fewer, than there are pictures. A tool's description,
 * an earlier call or a variable of the template may hold the marker, and would take another's picture.
 */
export function refuseMarkers(
  prompt: string,
  count: number,
  support: MediaSupport | undefined,
): Fault | null {
  if (count === 0 || support === undefined) return null
  const marked = prompt.split(support.marker).length - 1
  if (marked === count) return null
  const kind = 'invalid-request'
  if (marked < count) {
    const message = 'hold pictures that the template of the model leaves out'
    return { kind, param: 'messages', message }
  }
  const message = `the request must not hold ${support.marker}, which marks the place of a picture`
  return { kind, message }
}

/** What a part comes to: text, or a marker and what it stands for. */
type PartReading = { readonly text: string; readonly data?: string } | { readonly refused: string }

function readPart(part: ContentPart, support: MediaSupport | undefined): PartReading {
  if (part.type === 'text') {
    const text = part.text ?? ''
    return support !== undefined && text.includes(support.marker)
      ? { refused: `must not hold ${support.marker}, which marks the place of a picture` }
      : { text }
  }
  const kind = kinds[part.type]
  if (kind === undefined || support?.kinds.includes(kind) !== true) {
    return { refused: refusals[kind ?? 'other'] }
  }
  const data = kind === 'image' ? imageData(part) : textOf(innerOf(part, 'input_audio'), 'data')
  if (data === undefined || data === '') {
    return { refused: 'must be given as data, as data:image/png;base64,…: nothing is fetched' }
  }
  return { text: support.marker, data }
}

const kinds: Readonly<Record<string, MediaKind>> = { image_url: 'image', input_audio: 'audio' }

const refusals = {
  image: 'the model reads only text: pictures need a llama-server with a projector (--mmproj)',
  audio: 'the model hears nothing: sounds need a llama-server with a projector (--mmproj)',
  other: 'the model reads only text',
} as const

function imageData(part: ContentPart): string | undefined {
  const url = textOf(innerOf(part, 'image_url'), 'url') ?? ''
  return /^data:image\/[-+.\w]{1,64};base64,/i.test(url)
    ? url.slice(url.indexOf(',') + 1)
    : undefined
}

/** Texts are joined by line breaks, but not around a marker: so does llama.cpp. */
function joinAround(parts: readonly ContentPart[]): string {
  return parts.reduce((joined, { type, text = '' }, i) => {
    const breaks = i > 0 && type === 'text' && parts[i - 1]?.type === 'text' && joined !== ''
    return joined + (breaks ? '\n' : '') + text
  }, '')
}

function hasMedia({ content }: PromptMessage): boolean {
  return Array.isArray(content) && content.some(({ type }) => type !== 'text')
}
