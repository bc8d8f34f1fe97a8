// The `pegbnf/gbnf` entry.
export {
  acceptGbnf,
  createAcceptor,
  type AcceptLimits,
  type Acceptor,
  type AcceptResult,
  type StackCounts,
} from './accept.ts'
export { emitGbnf, type EmitOptions, type EmittedGrammar } from './emit.ts'
export { describeExpected, type GbnfExpected } from './expected.ts'
export {
  charClass,
  choice,
  literal,
  ref,
  repeat,
  sequence,
  type CharRange,
  type GbnfAny,
  type GbnfChoice,
  type GbnfClass,
  type GbnfExpr,
  type GbnfGrammar,
  type GbnfLiteral,
  type GbnfRef,
  type GbnfRepeat,
  type GbnfRule,
  type GbnfSequence,
  type GbnfToken,
} from './expr.ts'
export { formatGbnf, type FormatOptions } from './format-gbnf.ts'
export { lintGbnf, type LintOptions } from './lint.ts'
export type { TokenStyle } from './from-arena.ts'
export { emitLazyGbnf } from './lazy.ts'
export { optimise } from './optimise.ts'
export { printExpr, printGbnf } from './print.ts'
export type { GbnfProgram } from './program.ts'
export {
  checkGbnf,
  compileGbnf,
  readGbnf,
  type GbnfInput,
  type GbnfReading,
} from './read.ts'
export { sampleGbnf, sampleMany, type SampleOptions } from './sample.ts'
export type { ReadLimits } from './text-limits.ts'
