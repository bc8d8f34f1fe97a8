/** Knows what is being served, so that it can be waited for. */
export interface Drain {
  readonly closed: boolean
  readonly open: number
  /** Something begins; `stop` is called when the patience is over. Call what comes back at its end. */
  begin(stop: () => void): () => void
  /** Takes nothing more, and waits. */
  close(graceMs: number): Promise<void>
}

/** How long it may take to tell the last clients that we close, in milliseconds. */
const endingMs = 1000

/** Makes one. */
export function createDrain(): Drain {
  const running = new Set<() => void>()
  let closed = false
  let idle: () => void = () => undefined

  return {
    get closed() {
      return closed
    },
    get open() {
      return running.size
    },
    begin(stop) {
      // A function of its own: the same one may begin twice.
      const entry = (): void => stop()
      running.add(entry)
      return () => {
        running.delete(entry)
        if (running.size === 0) idle()
      }
    },
    async close(graceMs) {
      closed = true
      if (running.size === 0) return
      const empty = new Promise<void>((resolve) => (idle = resolve))
      let timer = setTimeout(() => {
        for (const stop of running) stop()
        // A client that does not read must not keep us.
        timer = setTimeout(idle, endingMs)
      }, graceMs)
      await empty
      clearTimeout(timer)
    },
  }
}
