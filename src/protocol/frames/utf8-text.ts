/** Text of chunks that are text or bytes cut anywhere; what is no UTF-8 becomes U+FFFD. */
export function createUtf8Text(): {
  push(chunk: string | Uint8Array): string
  end(): string
} {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return {
    push: (chunk) => (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })),
    end: () => decoder.decode(),
  }
}
