import type { AiSdkFinish } from './parts.ts'

/**
 * The AI SDK's UI message stream: server-sent events that `useChat` reads.
 * Source: https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol
 */
export type UiChunk =
  | { readonly type: 'start'; readonly messageId: string }
  | { readonly type: 'start-step' | 'finish-step' }
  | { readonly type: 'text-start' | 'text-end'; readonly id: string }
  | { readonly type: 'reasoning-start' | 'reasoning-end'; readonly id: string }
  | { readonly type: 'text-delta' | 'reasoning-delta'; readonly id: string; readonly delta: string }
  | { readonly type: 'tool-input-start'; readonly toolCallId: string; readonly toolName: string }
  | {
      readonly type: 'tool-input-delta'
      readonly toolCallId: string
      readonly inputTextDelta: string
    }
  | {
      readonly type: 'tool-input-available'
      readonly toolCallId: string
      readonly toolName: string
      readonly input: unknown
    }
  | {
      readonly type: 'tool-input-error'
      readonly toolCallId: string
      readonly toolName: string
      /** What was sent of the arguments, as text. */
      readonly input: unknown
      readonly errorText: string
    }
  | { readonly type: 'finish'; readonly finishReason: AiSdkFinish }
  | { readonly type: 'abort'; readonly reason?: string }
  | { readonly type: 'error'; readonly errorText: string }
