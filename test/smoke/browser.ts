import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Installed } from '../support/tarball.ts'

const path = '/usr/bin/chromium'

/** Debian's Chromium, or why there is none. */
export const chromium: { readonly path: string } | { readonly reason: string } = find()

function find(): typeof chromium {
  if (process.env['PEGBNF_RUNTIMES'] === 'off') return { reason: 'PEGBNF_RUNTIMES=off' }
  return existsSync(path) ? { path } : { reason: `there is no ${path}` }
}

const limitMs = 60_000

/** Opens a page that imports the package as a browser does, by an import map, and gives what it printed. */
export async function printInBrowser(program: string, installed: Installed): Promise<string> {
  const profile = mkdtempSync(join(tmpdir(), 'pegbnf-chromium-'))
  const { promise: result, resolve, reject } = withResolvers<string>()
  const server = serve(installed, resolve)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const browser = spawn(program, [...flags, `--user-data-dir=${profile}`, urlOf(server)], {
    stdio: 'ignore',
    // A process group of its own, so that its helpers can be ended with it.
    detached: true,
  })
  const timer = setTimeout(() => reject(new Error(`no result in ${limitMs} ms`)), limitMs)
  browser.on('error', reject)
  try {
    return await result
  } finally {
    clearTimeout(timer)
    await endGroup(browser)
    server.closeAllConnections()
    server.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 20 })
  }
}

/** Opens a file and gives the page as it is when its scripts have run. */
export async function dumpPage(program: string, file: string): Promise<string> {
  const profile = mkdtempSync(join(tmpdir(), 'pegbnf-chromium-'))
  const page = pathToFileURL(file).href
  const args = [...flags, '--dump-dom', `--user-data-dir=${profile}`, page]
  const browser = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  const timer = setTimeout(() => void endGroup(browser), limitMs)
  try {
    const parts: Buffer[] = []
    for await (const part of browser.stdout) parts.push(part)
    return Buffer.concat(parts).toString('utf8')
  } finally {
    clearTimeout(timer)
    await endGroup(browser)
    rmSync(profile, { recursive: true, force: true, maxRetries: 20 })
  }
}

/** Ends the browser and its helpers, which would go on writing to the profile. */
async function endGroup(browser: ChildProcess): Promise<void> {
  if (browser.pid === undefined || browser.exitCode !== null) return
  const gone = new Promise((done) => browser.on('exit', done))
  process.kill(-browser.pid, 'SIGKILL')
  await gone
}

// Without the background-networking flags it looks for hosts that a closed network does not have.
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

function serve(installed: Installed, onResult: (text: string) => void): Server {
  return createServer(async (request, response) => {
    const url = normalize(request.url ?? '/')
    if (request.method === 'POST') {
      onResult(await bodyOf(request))
      response.end()
    } else if (url === '/') {
      response.setHeader('content-type', 'text/html').end(pageOf(installed))
    } else if (extname(url) === '.js' || extname(url) === '.mjs') {
      const code = readFileSync(join(installed.project, url))
      response.setHeader('content-type', 'text/javascript').end(code)
    } else {
      response.writeHead(404).end()
    }
  })
}

function pageOf({ manifest }: Installed): string {
  const imports = Object.entries(manifest.exports).flatMap(([entry, target]) =>
    typeof target === 'string'
      ? []
      : [[join('pegbnf', entry), `/${join('node_modules/pegbnf', target.default)}`]],
  )
  return `<!doctype html>
<meta charset="utf-8" />
<script type="importmap">${JSON.stringify({ imports: Object.fromEntries(imports) })}</script>
<script type="module">
  const post = (body) => fetch('/', { method: 'POST', body })
  try {
    const { smoke } = await import('/smoke.mjs')
    await post(await smoke())
  } catch (error) {
    await post(String(error?.stack ?? error))
  }
</script>
`
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

function urlOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return `http://127.0.0.1:${address.port}/`
}

/** Promise.withResolvers, which Node 20 lacks. */
function withResolvers<Value>(): {
  promise: Promise<Value>
  resolve: (value: Value) => void
  reject: (reason: Error) => void
} {
  let settle: [(value: Value) => void, (reason: Error) => void] | undefined
  const promise = new Promise<Value>((resolve, reject) => {
    settle = [resolve, reject]
  })
  if (settle === undefined) throw new Error('a promise calls its executor at once')
  return { promise, resolve: settle[0], reject: settle[1] }
}
