/**
 * The wire of the AI SDK: the parts of a language model's stream, `LanguageModelV3StreamPart` of
 * `@ai-sdk/provider` 3 (`ai` 6).
 * Source: https://ai-sdk.dev and the types of that package
 */
export type AiSdkFinish = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other'

/** Token counts; `undefined` where nobody counted. */
export interface AiSdkUsage {
  readonly inputTokens: {
    readonly total: number | undefined
    readonly noCache: number | undefined
    readonly cacheRead: number | undefined
    readonly cacheWrite: number | undefined
  }
  readonly outputTokens: {
    readonly total: number | undefined
    readonly text: number | undefined
    readonly reasoning: number | undefined
  }
}

/** What pegbnf says of a part, under its own name. An alias: an interface is no record to the AI SDK. */
export type AiSdkMetadata = { readonly pegbnf: { readonly warning: string } }

/** One part of a stream. */
export type AiSdkPart =
  | { readonly type: 'stream-start'; readonly warnings: never[] }
  | {
      readonly type: 'response-metadata'
      readonly id: string
      readonly modelId: string
      readonly timestamp: Date
    }
  | {
      readonly type: 'text-start'
      readonly id: string
      readonly providerMetadata?: AiSdkMetadata
    }
  | { readonly type: 'reasoning-start'; readonly id: string }
  | { readonly type: 'text-delta' | 'reasoning-delta'; readonly id: string; readonly delta: string }
  | { readonly type: 'text-end' | 'reasoning-end'; readonly id: string }
  | { readonly type: 'tool-input-start'; readonly id: string; readonly toolName: string }
  | { readonly type: 'tool-input-delta'; readonly id: string; readonly delta: string }
  | { readonly type: 'tool-input-end'; readonly id: string }
  | {
      readonly type: 'tool-call'
      readonly toolCallId: string
      readonly toolName: string
      /** JSON text. */
      readonly input: string
    }
  | {
      readonly type: 'finish'
      readonly usage: AiSdkUsage
      readonly finishReason: { readonly unified: AiSdkFinish; readonly raw: string | undefined }
    }
  | { readonly type: 'error'; readonly error: unknown }
