export type {
  OpenaiChunk,
  OpenaiChunkChoice,
  OpenaiDelta,
  OpenaiFinishReason,
  OpenaiToolCallDelta,
  OpenaiUsage,
} from './openai-chunk.ts'
export {
  createOpenaiChatEncoder,
  openaiChatChunks,
  type OpenaiChatEncoder,
  type OpenaiChatOptions,
  type ReasoningField,
} from './openai-chat.ts'
export { openaiChatSse, SseContentType, SseDone, toSse, type ChoiceDelta } from './sse.ts'
