import type { Fault } from '../protocol/fault.ts'
import { faultBody } from '../protocol/whole.ts'
import { originHeaders, refuseAccess, type Access } from './access.ts'
import { createAnswering } from './answer.ts'
import { createDrain } from './drain.ts'
import { readLimits, type GatewayLimits } from './limits.ts'
import type { LogEntry } from './log.ts'
import { createMetrics } from './metrics.ts'
import { createModel, type Model, type ModelOptions } from './model.ts'
import { protocolOfPath, routes } from './routes.ts'
import type { ReasoningField } from '../protocol/openai/encode.ts'

/** What a gateway serves, and to whom. */
export interface GatewayOptions extends Access {
  /** At least one. With one, whatever name a client asks for is served by it. */
  readonly models: readonly ModelOptions[]
  readonly limits?: Partial<GatewayLimits>
  /** Under which name OpenAI's clients are sent reasoning; `reasoning_content` by default. */
  readonly reasoningField?: ReasoningField
  /** `false`: no client is sent reasoning, whatever it asks for. */
  readonly showReasoning?: boolean
  /** Told of each request when it has ended. */
  readonly log?: (entry: LogEntry) => void
  /** Requests and what faults say are logged too; they hold what people write. */
  readonly logContent?: boolean
  /** The version told by `/api/version`. */
  readonly version?: string
}

/** A gateway in front of engines, as a handler of the Fetch standard. */
export interface Gateway {
  /** Answers a request. Never rejects. */
  readonly handle: (request: Request) => Promise<Response>
  /**
   * Takes no more requests and waits for those that are served; after `graceMs` (10 s by default) they are
   * ended with an error of their protocol.
   */
  close(options?: { readonly graceMs?: number }): Promise<void>
  /** The models as they were made ready. */
  readonly models: readonly Pick<Model, 'name' | 'format' | 'upstream'>[]
}

/**
 * Makes a gateway: it renders prompts, asks engines for raw text, reads that text, and answers in the
 * protocol that it was asked in. It keeps no state between requests.
 *
 * @throws {TypeError} for no model, two of one name, or one whose format or template is not there
 * @throws {TemplateError} when nothing reads what a model's template prints
 * @example
 * ```ts
 * const upstream = createOpenaiCompletions({ url: 'http://127.0.0.1:8000', model: 'qwen3' })
 * const template = { named: {}, template: '{% for m in messages %}{{ m.content }}{% endfor %}' }
 * const { handle } = createGateway({ models: [{ name: 'm', upstream, template, format: 'hermes' }] })
 * const models = await handle(new Request('http://gateway/v1/models'))
 * models.status // 200
 * ```
 */
export function createGateway(options: GatewayOptions): Gateway {
  const { version = '0.0.0' } = options
  const models = readModels(options.models)
  const limits = readLimits(options.limits)
  const metrics = createMetrics()
  const drain = createDrain()
  const answering = createAnswering({ ...options, models, limits, metrics, drain })
  const created = Math.floor(Date.now() / 1000)

  async function handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const response = await respond(request, pathname)
    for (const [name, value] of Object.entries(originHeaders(request.headers, options))) {
      response.headers.set(name, value)
    }
    return response
  }

  async function respond(request: Request, path: string): Promise<Response> {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204 })
    const protocol = protocolOfPath(path)
    const refused = refuseAccess(request.headers, path, options)
    if (refused !== null) return faulty(refused)
    const found = Object.hasOwn(routes, path) ? routes[path] : undefined
    if (found === undefined) return faulty({ kind: 'not-found', message: 'there is no such path' })
    // Checks of load balancers ask for the head alone.
    const method = request.method === 'HEAD' ? 'GET' : request.method
    if (method !== found.method) {
      return faulty({ kind: 'invalid-request', message: `use ${found.method} here` }, 405)
    }
    switch (found.route.kind) {
      case 'chat':
        return answering(request, path, found.route.protocol)
      case 'models':
        return Response.json({
          object: 'list',
          data: models.map(({ name: id }) => ({
            id,
            object: 'model',
            created,
            owned_by: 'pegbnf',
          })),
        })
      case 'tags':
        return Response.json({ models: models.map(({ name }) => ({ name, model: name })) })
      case 'version':
        return Response.json({ version })
      case 'metrics':
        return new Response(metrics.write(), {
          headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
        })
      default:
        return health(models, limits, drain.closed)
    }

    function faulty(fault: Fault, status?: number): Response {
      const told = faultBody(protocol, fault)
      return Response.json(told.body, { status: status ?? told.status })
    }
  }

  return { handle, close: ({ graceMs = 10_000 } = {}) => drain.close(graceMs), models }
}

function readModels(list: readonly ModelOptions[]): readonly Model[] {
  if (list.length === 0) throw new TypeError('a gateway needs a model: createGateway({ models })')
  const names = list.map(({ name }) => name)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) throw new TypeError(`two models are named ${JSON.stringify(twice)}`)
  return list.map(createModel)
}

async function health(
  models: readonly Model[],
  limits: GatewayLimits,
  closed: boolean,
): Promise<Response> {
  const checks = await Promise.all(
    models.map(async ({ name, upstream }) => {
      try {
        await upstream.check(AbortSignal.timeout(limits.checkMs))
        return { name, ready: true }
      } catch {
        return { name, ready: false }
      }
    }),
  )
  const ok = !closed && checks.every(({ ready }) => ready)
  return Response.json(
    { status: ok ? 'ok' : closed ? 'closing' : 'unavailable', models: checks },
    { status: ok ? 200 : 503 },
  )
}
