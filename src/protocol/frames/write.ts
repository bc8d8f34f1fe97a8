/** The event that ends a stream of chat-completion chunks, and of UI messages. */
export const SseDone = 'data: [DONE]\n\n'

/** The header of a response that is a stream of events. */
export const SseContentType = 'text/event-stream; charset=utf-8'

/** The header of a response of one JSON value a line. */
export const NdjsonContentType = 'application/x-ndjson'

/**
 * Writes a value as one server-sent event.
 *
 * @example
 * ```ts
 * toSse({ ok: true }) // 'data: {"ok":true}\n\n'
 * ```
 */
export function toSse(event: unknown): string {
  // JSON escapes line breaks, so one `data:` line always holds the whole value.
  return `data: ${JSON.stringify(event)}\n\n`
}

/**
 * Writes an event whose name is its type, as the protocols with named events do.
 *
 * @example
 * ```ts
 * toNamedSse({ type: 'ping' }) // 'event: ping\ndata: {"type":"ping"}\n\n'
 * ```
 */
export function toNamedSse(event: { readonly type: string }): string {
  return `event: ${event.type}\n${toSse(event)}`
}

/**
 * Writes a value as a line of JSON.
 *
 * @example
 * ```ts
 * toNdjson({ done: true }) // '{"done":true}\n'
 * ```
 */
export function toNdjson(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}
