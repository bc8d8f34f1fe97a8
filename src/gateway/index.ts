export type { Access } from './access.ts'
export { createGateway, type Gateway, type GatewayOptions } from './gateway.ts'
export type { GatewayLimits } from './limits.ts'
export type { LogEntry } from './log.ts'
export { markerTexts } from './marker-texts.ts'
export type { Model, ModelOptions } from './model.ts'
export type { EngineTimes } from './clock.ts'
export type { MediaKind, MediaSupport } from './media.ts'
export { UpstreamError, type Generation, type Upstream, type UpstreamEvent } from './upstream.ts'
export type { HttpUpstreamOptions } from './upstreams/http.ts'
export {
  connectLlamaServer,
  type LlamaServer,
  type LlamaServerOptions,
} from './upstreams/llama-server.ts'
export {
  createOpenaiCompletions,
  type CompletionsDialect,
  type OpenaiCompletionsOptions,
} from './upstreams/openai-completions.ts'
export {
  createNodeLlama,
  type NodeLlamaModel,
  type NodeLlamaOptions,
  type NodeLlamaSequence,
} from './upstreams/node-llama.ts'
