import type { Tool } from '../chat/chat-types.ts'
import type { Policies } from '../chat/policy.ts'
import type { WholeCall } from '../chat/write.ts'
import type { Builder } from '../peg/builder.ts'
import type { NodeId } from '../peg/node.ts'
import type { ContentSyntax } from './content.ts'
import type { ReasoningSyntax } from './reasoning.ts'
import type { TurnRequest } from './turn-request.ts'

/** How a family writes its calls: nodes made for one request and one set of policies. */
export interface CallSyntax {
  /** What begins a call. */
  readonly openers: readonly string[]
  /** Those of them that end the reasoning, or suspend it; all by default. */
  readonly reasoningOpeners?: readonly string[]
  /** What ends one. */
  readonly closers: readonly string[]
  /** The openers with what is written before them and is no text, where there is such. */
  readonly led?: readonly string[]
  /** Matches a call up to where it is certain: opener, declared name. */
  readonly head: NodeId
  /**
   * Reads a call from its beginning, with a cut behind what the head matches. After that it fails at
   * nothing but the end of the text.
   */
  readonly whole: NodeId
  /** A call whose name is not declared, as far as it must be read to know. */
  readonly undeclared: NodeId
  /** A call as the grammar prints it, of one of these tools. */
  printed(tools: readonly Tool[]): NodeId
  /** What the grammar prints around all calls; the reading takes it as part of the calls. */
  readonly section?: { readonly open: string; readonly close: string }
  /** `whole` and `printed` are all calls of a list, each in its own tag. */
  readonly block?: boolean
  /** `whole` begins with the rule of the turn that holds the head. */
  readonly fromHead?: boolean
  /** As `whole`, for a call behind another one; the same unless given. */
  readonly further?: NodeId
}

/** What a whole turn of the assistant is made of. */
export interface TurnSyntax {
  /** None for models that do not reason. */
  readonly reasoning?: ReasoningSyntax
  /** What the prompt ends with before the model's text, where the parser is given it. */
  readonly header: string
  /** The turn markers that end the text, where the engine leaves them in. */
  readonly ends: readonly string[]
  /** What stands around the content; none for most. */
  readonly content?: ContentSyntax
  /**
   * Makes the family's calls in a builder; not asked for a request that may have none. Families
   * without calls have neither this nor `writeCalls`.
   */
  calls?(p: Builder, request: TurnRequest, policies: Policies): CallSyntax
  /** All calls of a message as the family writes them; there is at least one. */
  writeCalls?(calls: readonly WholeCall[], request: TurnRequest): string
}

/** The names of the rules that every turn has. */
export const TurnRules = { head: 'call-head', calls: 'tool-calls', call: 'tool-call' } as const
