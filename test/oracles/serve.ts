import { createInterface } from 'node:readline'

/**
 * Answers one JSON request a line on stdin with one JSON reply a line on stdout, in order. An error of the engine
 * is a reply too: only a hang or a crash ends the process, and the parent sees both.
 */
export async function serve<Request extends object>(
  answer: (request: Request) => unknown,
): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, request }: { id: number; request: Request | null } = JSON.parse(line)
    let reply: object
    try {
      // The first request is empty: its reply says that the engine is loaded.
      reply = { id, value: request === null ? 'ready' : await answer(request) }
    } catch (error) {
      reply = { id, error: error instanceof Error ? error.message : String(error) }
    }
    process.stdout.write(`${JSON.stringify(reply)}\n`)
  }
  // The engines' own threads would keep the process alive after its parent is gone.
  process.exit(0)
}
