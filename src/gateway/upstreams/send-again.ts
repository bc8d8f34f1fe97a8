import { fieldOf, textOf } from '../../protocol/fields.ts'

/** What Node, undici and Bun call a connection that the other side has closed. */
const closedCodes: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/**
 * Sends a request, and once more when its connection was closed before any answer. An engine closes
 * connections that nobody uses (llama-server after 5 s), and a request that is sent at that moment is lost
 * unread. To ask for a text twice does no harm: nothing of the first was answered (RFC 9110, section 9.2.2).
 */
export async function sendAgain(
  send: () => Promise<Response>,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await send()
  } catch (error) {
    if (signal.aborted || !isClosed(error)) throw error
    return send()
  }
}

/** Whether the connection was there, and is no more. One that could not be had is not asked for again. */
function isClosed(error: unknown): boolean {
  const code = textOf(error, 'code') ?? textOf(fieldOf(error, 'cause'), 'code') ?? ''
  return closedCodes.has(code)
}
