export { buildGrammar } from './grammar.ts'
export type { Arena } from './peg/arena.ts'
export type {
  Builder,
  DelimiterOperand,
  Operand,
  RuleOptions,
  SchemaOptions,
} from './peg/builder.ts'
export type { JsonSchema, NodeId, PegNode } from './peg/node.ts'

export { formatByName, formatList, formats, type FormatEntry } from './formats/index.ts'

export {
  chatFromArena,
  chatTags,
  createAccumulator,
  createChat,
  diffMessages,
  profiles,
  Tags,
  UnreadTextError,
  type Accumulator,
  type ArenaChatOptions,
  type BuiltFormat,
  type CallDelta,
  type CallEndDelta,
  type CallState,
  type Chat,
  type ChatGrammar,
  type ChatSource,
  type ChatTags,
  type Chunk,
  type CompleteToolCall,
  type Conflict,
  type ConflictCode,
  type ContentDelta,
  type CoverageKind,
  type CoverageSpan,
  type Delta,
  type FinishDelta,
  type FinishReason,
  type FormatOptions,
  type IdStyle,
  type Message,
  type MessageDiff,
  type NoteDelta,
  type Parsed,
  type Policies,
  type Profile,
  type ReasoningDelta,
  type Segment,
  type Session,
  type SessionOptions,
  type StopReason,
  type StreamOptions,
  type Tag,
  type Tool,
  type ToolCall,
  type ToolChoice,
  type Trigger,
  type UnfinishedToolCall,
} from './chat/index.ts'

export { codes, type Code, type Severity } from './diagnostics/codes.ts'
export type { Diagnostic } from './diagnostics/diagnostic.ts'
export { GrammarError } from './diagnostics/errors.ts'
export { formatDiagnostic, formatDiagnostics } from './diagnostics/format.ts'
