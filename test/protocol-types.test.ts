import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages/messages'
import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible'
import type { UIMessageChunk } from 'ai'
import type { ChatResponse, GenerateResponse } from 'ollama'
import type {
  ChatCompletion,
  ChatCompletionChunk,
} from 'openai/resources/chat/completions/completions'
import type { ResponseStreamEvent } from 'openai/resources/responses/responses'
import { expect, it } from 'vitest'
import type {
  AiSdkPart,
  AnthropicEvent,
  OllamaChatFrame,
  OllamaGenerateFrame,
  OpenaiChunk,
  OpenaiCompletion,
  ResponsesEvent,
  UiChunk,
} from '../src/protocol/index.ts'

/** Lists may be read-only with us; what is compared is their items. */
type Loose<T> = T extends Date
  ? T
  : T extends readonly (infer Item)[]
    ? Loose<Item>[]
    : T extends object
      ? { -readonly [K in keyof T]: Loose<T[K]> }
      : T

/** Fields of the official type that ours has, as far down as `Depth` says. */
type Fits<Ours, Theirs> = Loose<Ours> extends Theirs ? true : false

/** A part of the stream of a language model, by a provider's own types. */
type LanguageModel = ReturnType<OpenAICompatibleProvider['chatModel']>
type ModelStream = Awaited<ReturnType<LanguageModel['doStream']>>['stream']
type ModelPart = ModelStream extends ReadableStream<infer Part> ? Part : never

/** The types of the events by their `type`. */
type TypesOf<T> = T extends { readonly type: infer Name } ? Name : never

/** Checked by the compiler: a claim that fails does not compile. */
function claim<_Holds extends true>(): void {}

it("our types of the wire are the official ones' own", () => {
  claim<Fits<OpenaiChunk, ChatCompletionChunk>>()
  claim<Fits<OpenaiCompletion, ChatCompletion>>()
  claim<Fits<AiSdkPart, ModelPart>>()
  claim<Fits<UiChunk, UIMessageChunk>>()
  // Their types of these say more than a stream must; the names of the events are the same.
  type Known<Ours, Theirs> = Exclude<TypesOf<Ours>, TypesOf<Theirs> | 'ping' | 'error'>
  claim<Known<AnthropicEvent, RawMessageStreamEvent> extends never ? true : false>()
  claim<Known<ResponsesEvent, ResponseStreamEvent> extends never ? true : false>()
  claim<
    Fits<
      Pick<OllamaChatFrame, 'model' | 'message' | 'done'>,
      Pick<ChatResponse, 'model' | 'message' | 'done'>
    >
  >()
  claim<
    Fits<
      Pick<OllamaGenerateFrame, 'model' | 'response' | 'thinking' | 'done'>,
      Pick<GenerateResponse, 'model' | 'response' | 'thinking' | 'done'>
    >
  >()
  expect(claim).toBeTypeOf('function')
})
