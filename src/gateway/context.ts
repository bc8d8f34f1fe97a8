import type { ReasoningField } from '../protocol/openai/encode.ts'
import type { ChatRequest } from '../protocol/request/chat-request.ts'
import type { Drain } from './drain.ts'
import type { GatewayLimits } from './limits.ts'
import type { LogEntry } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Model } from './model.ts'
import type { Prepared } from './prepare.ts'

/** What answers need of the gateway. */
export interface AnswerContext {
  readonly models: readonly Model[]
  readonly limits: GatewayLimits
  readonly metrics: Metrics
  readonly drain: Drain
  readonly reasoningField?: ReasoningField
  readonly showReasoning?: boolean
  readonly log?: (entry: LogEntry) => void
  readonly logContent?: boolean
}

/** A request that can be served. */
export interface Asked {
  readonly request: ChatRequest
  readonly model: Model
  readonly prepared: Prepared
}
