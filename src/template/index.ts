export type { Capabilities } from './capabilities.ts'
export {
  createChatTemplate,
  type ChatTemplate,
  type PromptRequest,
  type TemplateTokens,
} from './chat-template.ts'
export { compileTemplate, type CompiledTemplate, type RenderLimits } from './jinja/compile.ts'
export type { ContentPart, PromptCall, PromptMessage } from './prompt-message.ts'
export { readGguf } from './sources/gguf.ts'
export { readServerProps } from './sources/llama-server.ts'
export { readModelFolder } from './sources/model-folder.ts'
export {
  templateFor,
  type ReadBytes,
  type SourceFiles,
  type TemplateSource,
} from './sources/template-source.ts'
export { readTokenizerConfig } from './sources/tokenizer-config.ts'
export { TemplateError, type TemplateCode } from './template-error.ts'
export {
  createResponseParser,
  type ParsedResponse,
  type ResponseOptions,
  type ResponseParser,
} from './response/parse-response.ts'
export { readResponseTemplate } from './response/read-template.ts'
export type {
  ContentParser,
  Delimiter,
  ResponseField,
  ResponseTemplate,
} from './response/template-type.ts'
export { lintResponseTemplate } from './response/lint.ts'
export { responseChat, type ResponseChatOptions } from './response/response-chat.ts'
export { analyseTemplate, type AnalysisOptions, type TemplateAnalysis } from './analysis/analyse.ts'
export { formatFromDescription } from './analysis/derive-format.ts'
export { describeTemplate } from './analysis/describe.ts'
export type {
  CallsDescription,
  ReasoningDescription,
  TemplateDescription,
} from './analysis/description.ts'
export type { Part } from './analysis/parts.ts'
export type { Check } from './analysis/read-back.ts'
export { fromTemplate, type TemplateChat, type TemplateRequest } from './from-template.ts'
export { llamaServerBody, type LlamaServerBody, type LlamaServerTrigger } from './llama-server.ts'
export {
  simulateTriggers,
  type Simulation,
  type SimulationOptions,
  type Triggered,
} from './simulate.ts'
