import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

/** One answer of a worker. A hang and a crash are answers, as they are what some grammars do to the engine. */
export type Outcome<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'timeout'; readonly afterMs: number }
  | { readonly kind: 'crash'; readonly message: string }

export interface Worker {
  /** Sends one request; requests are answered one after the other. */
  ask<Value>(request: object): Promise<Outcome<Value>>
  close(): void
}

export interface WorkerOptions {
  readonly script: string
  readonly args?: readonly string[]
  /** How long one request may take before the child is killed. Its start is not counted. */
  readonly limitMs: number
}

// Loading an engine takes about a second on an idle machine.
const startLimitMs = 60_000

/** Runs a script of JSON lines in a child process, started at the first request and again after each kill. */
export function createWorker({ script, args = [], limitMs }: WorkerOptions): Worker {
  let child: RunningChild | null = null
  let previous: Promise<unknown> = Promise.resolve()

  async function exchange(request: object): Promise<Outcome<unknown>> {
    if (child === null) {
      child = startChild(script, args)
      const ready = await child.ask(null, startLimitMs)
      if (ready.kind !== 'value') {
        stop()
        return ready
      }
    }
    const outcome = await child.ask(request, limitMs)
    if (outcome.kind === 'timeout' || outcome.kind === 'crash') stop()
    return outcome
  }

  function stop(): void {
    child?.kill()
    child = null
  }

  return {
    ask<Value>(request: object) {
      const turn = previous.then(() => exchange(request))
      previous = turn
      // The caller knows what its script answers.
      return turn as Promise<Outcome<Value>>
    },
    close: stop,
  }
}

interface RunningChild {
  ask(request: object | null, limitMs: number): Promise<Outcome<unknown>>
  kill(): void
}

function startChild(script: string, args: readonly string[]): RunningChild {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let stderr = ''
  let nextId = 0
  let settle: ((outcome: Outcome<unknown>) => void) | null = null
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    // Only the end is kept: the engines can log without limit.
    stderr = (stderr + text).slice(-2000)
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    const reply = parseReply(line)
    if (reply !== null && reply.id === nextId) settle?.(reply.outcome)
  })
  child.on('exit', (code, signal) =>
    settle?.({ kind: 'crash', message: `exit ${signal ?? code}: ${stderr.trim()}` }),
  )
  // A write to a child that has just died is reported by its exit.
  child.stdin.on('error', () => undefined)
  letParentExit(child)

  return {
    ask(request, limitMs) {
      nextId += 1
      return new Promise((resolve) => {
        const timer = setTimeout(() => finish({ kind: 'timeout', afterMs: limitMs }), limitMs)
        const finish = (outcome: Outcome<unknown>) => {
          clearTimeout(timer)
          settle = null
          resolve(outcome)
        }
        settle = finish
        child.stdin.write(`${JSON.stringify({ id: nextId, request })}\n`)
      })
    },
    kill: () => child.kill('SIGKILL'),
  }
}

function parseReply(line: string): { id: number; outcome: Outcome<unknown> } | null {
  // The engines print to stdout too; their lines do not begin like a reply.
  if (!line.startsWith('{"id":')) return null
  const { id, value, error } = JSON.parse(line)
  return {
    id,
    outcome: error === undefined ? { kind: 'value', value } : { kind: 'error', message: error },
  }
}

/** The child ends when its stdin closes, so a parent that forgot `close` may end without waiting for it. */
function letParentExit(child: ChildProcess): void {
  child.unref()
  for (const stream of child.stdio) {
    if (
      stream !== null &&
      stream !== undefined &&
      'unref' in stream &&
      typeof stream.unref === 'function'
    ) {
      stream.unref()
    }
  }
}
