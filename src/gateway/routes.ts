import type { RequestProtocol } from '../protocol/request/read.ts'

/** What a path is for. */
export type Route =
  | { readonly kind: 'chat'; readonly protocol: RequestProtocol }
  | { readonly kind: 'models' }
  | { readonly kind: 'tags' }
  | { readonly kind: 'version' }
  | { readonly kind: 'health' }
  | { readonly kind: 'metrics' }

/** The methods of each path. */
export const routes: Readonly<
  Record<string, { readonly method: 'GET' | 'POST'; readonly route: Route }>
> = {
  '/v1/chat/completions': chat('openai-chat'),
  '/v1/responses': chat('openai-responses'),
  '/v1/messages': chat('anthropic'),
  '/api/chat': chat('ollama-chat'),
  '/api/generate': chat('ollama-generate'),
  '/v1/models': { method: 'GET', route: { kind: 'models' } },
  '/api/tags': { method: 'GET', route: { kind: 'tags' } },
  '/api/version': { method: 'GET', route: { kind: 'version' } },
  '/health': { method: 'GET', route: { kind: 'health' } },
  '/metrics': { method: 'GET', route: { kind: 'metrics' } },
}

function chat(protocol: RequestProtocol): { readonly method: 'POST'; readonly route: Route } {
  return { method: 'POST', route: { kind: 'chat', protocol } }
}

/** The protocol in whose words a path's faults are told. */
export function protocolOfPath(path: string): RequestProtocol {
  const found = Object.hasOwn(routes, path) ? routes[path]?.route : undefined
  if (found?.kind === 'chat') return found.protocol
  return path.startsWith('/api/') ? 'ollama-chat' : 'openai-chat'
}
