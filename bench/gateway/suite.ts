// What the gateway costs beside a proxy on the same HTTP stack, and beside a pipe of bytes. Engine, server and
// client are processes of their own. `STREAMS` and `TOKENS` make it smaller or larger.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { build } from 'esbuild'

const streams = Number(process.env['STREAMS'] ?? 500)
const tokens = Number(process.env['TOKENS'] ?? 2000)
const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }], stream: true })

const folder = mkdtempSync(join(process.cwd(), 'node_modules', '.gateway-'))
await build({
  entryPoints: ['bench/gateway/engine-process.ts', 'bench/gateway/server-process.ts'],
  outdir: folder,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  logLevel: 'warning',
})

interface Measured {
  readonly cpuMs: number
  readonly seconds: number
  readonly perStream: number
  readonly median: number
  readonly p99: number
}

function start(name: string, ...args: string[]): ChildProcess {
  return fork(join(folder, `${name}-process.mjs`), args, { execArgv: ['--expose-gc'] })
}

async function told<Value>(child: ChildProcess, message?: string): Promise<Value> {
  const answer = once(child, 'message')
  if (message !== undefined) child.send(message)
  const [value] = await answer
  return value
}

async function measure(
  kind: string,
  paceMs: number,
  count: number,
  length: number,
): Promise<Measured> {
  const engine = start('engine', String(length), String(paceMs))
  const { port: enginePort } = await told<{ port: number }>(engine)
  const server = start('server', kind, `http://127.0.0.1:${enginePort}`)
  const { port } = await told<{ port: number }>(server)
  const agent = new Agent({ maxSockets: Infinity, keepAlive: true })
  // Warm: the first requests compile.
  await Promise.all(Array.from({ length: 20 }, () => stream(port, agent, [])))
  const { rss } = await told<{ rss: number }>(server, 'start')
  const ages: number[] = []
  const begun = performance.now()
  const counts = await Promise.all(Array.from({ length: count }, () => stream(port, agent, ages)))
  const seconds = (performance.now() - begun) / 1000
  const { cpuMs, peak } = await told<{ cpuMs: number; peak: number }>(server, 'stop')
  server.send('end')
  engine.send('end')
  agent.destroy()
  const lost = counts.filter((found) => found !== length).length
  if (lost > 0) throw new Error(`${kind}: ${lost} streams lost tokens`)
  return { cpuMs, seconds, perStream: Math.max(0, peak - rss) / count, ...quantiles(ages) }
}

/** The same without anything between: what the others add is counted from here. */
async function measureDirect(
  paceMs: number,
  count: number,
  length: number,
): Promise<Pick<Measured, 'median' | 'p99'>> {
  const engine = start('engine', String(length), String(paceMs))
  const { port } = await told<{ port: number }>(engine)
  const agent = new Agent({ maxSockets: Infinity, keepAlive: true })
  await Promise.all(Array.from({ length: 20 }, () => stream(port, agent, [])))
  const ages: number[] = []
  await Promise.all(Array.from({ length: count }, () => stream(port, agent, ages)))
  engine.send('end')
  agent.destroy()
  return quantiles(ages)
}

/** In milliseconds. */
function quantiles(ages: number[]): Pick<Measured, 'median' | 'p99'> {
  ages.sort((a, b) => a - b)
  const at = (share: number): number => (ages[Math.floor(ages.length * share)] ?? 0) / 1000
  return { median: at(0.5), p99: at(0.99) }
}

/** Reads one stream; how many of its tokens came, each behind the one before. */
function stream(port: number, agent: Agent, ages: number[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(
      { port, host: '127.0.0.1', method: 'POST', path: '/v1/chat/completions', agent },
      (response) => {
        let next = 0
        let rest = ''
        response.setEncoding('utf8')
        response.on('data', (piece: string) => {
          const now = Number(process.hrtime.bigint() / 1000n)
          const text = rest + piece
          const cut = text.lastIndexOf('\n\n')
          rest = text.slice(cut + 2)
          for (const [, at, place] of text.slice(0, cut + 2).matchAll(/(\d{9,})\.(\d+) /g)) {
            if (Number(place) !== next++)
              reject(new Error(`token ${place} came as number ${next - 1}`))
            // A sample is enough, and does not cost more than what is measured.
            if (next % 16 === 0) ages.push(now - Number(at))
          }
        })
        response.on('end', () => resolve(next))
        response.on('error', reject)
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}

const kinds = ['pipe', 'proxy', 'gateway'] as const

console.log(`${streams} streams of ${tokens} tokens at once, as fast as they are read`)
const costs = new Map<string, number>()
for (const kind of kinds) {
  const { cpuMs, seconds, perStream } = await measure(kind, 0, streams, tokens)
  costs.set(kind, cpuMs)
  const perToken = (cpuMs * 1000) / (streams * tokens)
  console.log(
    `  ${kind.padEnd(8)} ${(cpuMs / 1000).toFixed(2)} s of processor, ${perToken.toFixed(2)} µs a token, ` +
      `${(streams / seconds).toFixed(0)} requests/s, ${(perStream / 1024).toFixed(0)} KiB a stream`,
  )
}
const times = (costs.get('gateway') ?? Number.NaN) / (costs.get('proxy') ?? Number.NaN)
console.log(
  `  gateway is ${times.toFixed(2)} × the proxy (asked for: 2, ${times <= 2 ? 'met' : 'MISSED'})`,
)

// A model writes some dozen tokens a second: what is added to each, when nobody has to wait in line.
const paced = Math.max(1, Math.floor(streams / 10))
console.log(`${paced} streams of 100 tokens, one each 20 ms: age of a token at the client`)
const direct = await measureDirect(20, paced, 100)
console.log(`  direct   median ${direct.median.toFixed(2)} ms, p99 ${direct.p99.toFixed(2)} ms`)
for (const kind of kinds) {
  const { median, p99 } = await measure(kind, 20, paced, 100)
  console.log(
    `  ${kind.padEnd(8)} median ${median.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms; ` +
      `added ${(median - direct.median).toFixed(2)} ms, ${(p99 - direct.p99).toFixed(2)} ms`,
  )
}
rmSync(folder, { recursive: true })
process.exit(0)
