export { createAccumulator, type Accumulator } from './accumulator.ts'
export {
  createCallArguments,
  type CallArguments,
  type CallArgumentsEvent,
  type GrowingCall,
} from './call-arguments.ts'
export { chatFromArena, createChat, type ArenaChatOptions } from './chat.ts'
export type {
  BuiltFormat,
  Chat,
  ChatGrammar,
  ChatSource,
  Chunk,
  FormatOptions,
  Parsed,
  ChatParseOptions,
  Session,
  SessionOptions,
  SessionStats,
  StreamOptions,
  Tool,
  ToolChoice,
  Trigger,
} from './chat-types.ts'
export type {
  CallDelta,
  CallEndDelta,
  ContentDelta,
  Delta,
  FinishDelta,
  LikelyToken,
  NoteDelta,
  ReasoningDelta,
  TokenLogprob,
} from './delta.ts'
export { diffMessages, type Conflict, type ConflictCode, type MessageDiff } from './diff.ts'
export { createIds, type IdOptions, type Ids, type IdStyle } from './ids.ts'
export type {
  CallState,
  CompleteToolCall,
  CoverageKind,
  CoverageSpan,
  FinishReason,
  JsonText,
  Message,
  Segment,
  StopReason,
  ToolCall,
  UnfinishedToolCall,
} from './message.ts'
export { createPartialArguments, type PartialArguments } from './partial-arguments.ts'
export type { PartialValue, ValueEvent, ValuePath } from './partial-value.ts'
export type { FamilyPolicies, Policies, Profile, ReadingMode } from './policy.ts'
export { engineProfile, profiles, type ProfileOptions } from './profiles.ts'
export { answerTokens, reasoningEnded, type PromptOptions } from './reasoning-ended.ts'
export { countReasoningTokens, type CountOptions } from './reasoning-tokens.ts'
export type { TokenRef, TurnMarkers } from './turn-markers.ts'
export { chatTags, Tags, type ChatTags, type Tag } from './tags.ts'
export type { SchemaValue } from './schema-value.ts'
export {
  argumentsOf,
  defineTools,
  type ArgumentsByName,
  type CallOf,
  type DefinedTools,
  type StandardJsonSchema,
  type ToolArguments,
  type ToolDefinition,
  type TypedTool,
} from './typed-tools.ts'
export { UnreadTextError } from './unread-error.ts'
export type {
  CallToWrite,
  MessageToWrite,
  MessageWriter,
  WholeCall,
  WholeMessage,
  Written,
} from './write.ts'
