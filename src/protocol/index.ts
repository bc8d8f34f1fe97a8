export type { Encoder } from './encoder.ts'
export {
  anthropicError,
  openaiError,
  statusOf,
  type AnthropicErrorBody,
  type Fault,
  type FaultKind,
  type OpenaiErrorBody,
} from './fault.ts'
export type { WireLogprob, WireTokenLogprob } from './logprobs.ts'
export type { TokenUsage, UsageSource } from './token-usage.ts'
export type { WholeTokens } from './whole-tokens.ts'

export type {
  OpenaiChunk,
  OpenaiChunkChoice,
  OpenaiDelta,
  OpenaiFinishReason,
  OpenaiLogprobs,
  OpenaiToolCallDelta,
  OpenaiUsage,
} from './openai/chunk.ts'
export {
  createOpenaiChatEncoder,
  openaiChatChunks,
  type OpenaiChatEncoder,
  type OpenaiChatOptions,
  type ReasoningField,
} from './openai/encode.ts'
export { createResponsesEncoder } from './responses/encode.ts'
export type {
  ResponsesEvent,
  ResponsesItem,
  ResponsesResponse,
  ResponsesUsage,
} from './responses/events.ts'
export type { ReasoningPart } from './responses/items.ts'
export type { ResponsesOptions } from './responses/response.ts'
export { createAnthropicEncoder, type AnthropicOptions } from './anthropic/encode.ts'
export type {
  AnthropicBlock,
  AnthropicEvent,
  AnthropicMessage,
  AnthropicStopReason,
  AnthropicUsage,
} from './anthropic/events.ts'
export {
  createOllamaChatEncoder,
  createOllamaGenerateEncoder,
  type OllamaOptions,
} from './ollama/encode.ts'
export type {
  OllamaChatFrame,
  OllamaError,
  OllamaGenerateFrame,
  OllamaMessage,
  OllamaToolCall,
} from './ollama/frames.ts'
export { createAiSdkEncoder, type AiSdkOptions } from './ai-sdk/encode.ts'
export type { AiSdkPart, AiSdkUsage } from './ai-sdk/parts.ts'
export { createUiEncoder, type UiOptions } from './ai-sdk/ui-encode.ts'
export type { UiChunk } from './ai-sdk/ui-chunks.ts'

export { SseContentType, SseDone, toNamedSse, toNdjson, toSse } from './frames/write.ts'
export {
  createWireEncoder,
  streamHeaders,
  wireProtocols,
  type WireEncoder,
  type WireOptions,
  type WireProtocol,
} from './wire.ts'
export {
  aiSdkParts,
  anthropicSse,
  ollamaChatNdjson,
  ollamaGenerateNdjson,
  openaiChatSse,
  responsesSse,
  uiMessageSse,
  type ChoiceDelta,
} from './streams.ts'

export type { DecodeOptions } from './decode/builder.ts'
export type { Decoder } from './decode/decoder.ts'
export { createAiSdkDecoder } from './decode/ai-sdk.ts'
export { createAnthropicDecoder } from './decode/anthropic.ts'
export { createOllamaDecoder } from './decode/ollama.ts'
export { createOpenaiChatDecoder, type OpenaiChatDecodeOptions } from './decode/openai-chat.ts'
export { createResponsesDecoder } from './decode/responses.ts'
export {
  createDecoder,
  createWireDecoder,
  decodeStream,
  type WireDecodeOptions,
  type WireDecoder,
} from './decode/wire.ts'
export { createNdjsonReader } from './frames/read-ndjson.ts'
export { createSseReader, type Frame, type FrameReader } from './frames/read-sse.ts'

export { createStreamLinter, lintStream, type StreamLinter } from './lint/lint.ts'
export type { Violation } from './lint/linter.ts'
export { lintRules, lintSources, type LintRuleName } from './lint/rules.ts'

export type { ChatRequest, RequestReading, Sampling } from './request/chat-request.ts'
export type { FieldFate, FieldRow, FieldTable } from './request/field-table.ts'
export { readRequest, requestFields, type RequestProtocol } from './request/read.ts'

export {
  openaiCompletion,
  type OpenaiCompletion,
  type OpenaiMessage,
  type OpenaiToolCall,
} from './openai/whole.ts'
export { wholeResponse } from './responses/whole.ts'
export { wholeAnthropic } from './anthropic/whole.ts'
export { wholeOllamaChat, wholeOllamaGenerate } from './ollama/whole.ts'
export { faultBody, wholeBody, type WholeBody } from './whole.ts'
