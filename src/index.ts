export { buildGrammar, type BuildOptions } from './grammar.ts'
export { loadArena } from './analyze/load-arena.ts'
export type { Arena, View } from './peg/arena.ts'
export type {
  Builder,
  DelimiterOperand,
  Operand,
  RuleOptions,
  SchemaOptions,
} from './peg/builder.ts'
export { encodeArena, type ArenaJson } from './peg/codec.ts'
export type { JsonSchema, NodeId, NodeKind, PegNode } from './peg/node.ts'
export { printArena, type PrintOptions } from './peg/print.ts'

export type { Machine, MachineLimits, TokenMark } from './machine/machine-types.ts'
export { openMachine, parseText, type ParseOptions } from './machine/parse.ts'
export type {
  Expected,
  FailureCode,
  ParseFailure,
  ParseNeedMore,
  ParseResult,
  ParseSuccess,
} from './machine/result.ts'
export { createAst, type AstNode, type AstSource } from './ast/node.ts'
export { printAst } from './ast/print.ts'
export { findNode, findNodes, visitAst, type AstQuery, type AstVisitor } from './ast/visit.ts'

export { fromGbnf, type GbnfArena } from './text/gbnf/from-gbnf.ts'
export {
  verify,
  type CounterExample,
  type VerifyOptions,
  type VerifyReport,
} from './verify/verify.ts'

export {
  defineFormat,
  formatByName,
  formatFromTable,
  formatList,
  formats,
  guidedJson,
  type FormatEntry,
  type FormatTable,
  type TableArguments,
  type TableEvent,
  type TableState,
  type TableTransition,
} from './formats/index.ts'

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
  type CallToWrite,
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
  type MessageToWrite,
  type MessageWriter,
  type NoteDelta,
  type Parsed,
  type ChatParseOptions,
  type Policies,
  type Profile,
  type ProfileOptions,
  type ReadingMode,
  type FamilyPolicies,
  engineProfile,
  type ReasoningDelta,
  type Segment,
  type Session,
  type SessionOptions,
  type SessionStats,
  answerTokens,
  argumentsOf,
  defineTools,
  type ArgumentsByName,
  type CallOf,
  type DefinedTools,
  type JsonText,
  type SchemaValue,
  type StandardJsonSchema,
  type ToolArguments,
  type ToolDefinition,
  type TypedTool,
  reasoningEnded,
  countReasoningTokens,
  type PromptOptions,
  type CountOptions,
  type TokenRef,
  type TurnMarkers,
  type StopReason,
  type StreamOptions,
  type Tag,
  type Tool,
  type ToolCall,
  type ToolChoice,
  type Trigger,
  type UnfinishedToolCall,
  type WholeCall,
  type WholeMessage,
  type Written,
} from './chat/index.ts'

export { codes, type Code, type Severity } from './diagnostics/codes.ts'
export type { Diagnostic } from './diagnostics/diagnostic.ts'
export { GrammarError } from './diagnostics/errors.ts'
export { formatDiagnostic, formatDiagnostics } from './diagnostics/format.ts'
