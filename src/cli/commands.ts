import type { Command } from './command.ts'
import { check } from './commands/check.ts'
import { compile } from './commands/compile.ts'
import { diff } from './commands/diff.ts'
import { draw } from './commands/draw.ts'
import { fmt } from './commands/fmt.ts'
import { formats } from './commands/formats.ts'
import { grammar } from './commands/grammar.ts'
import { lint } from './commands/lint.ts'
import { lintStream } from './commands/lint-stream.ts'
import { explain } from './commands/explain.ts'
import { parse } from './commands/parse.ts'
import { prompt } from './commands/prompt.ts'
import { replay } from './commands/replay.ts'
import { sample } from './commands/sample.ts'
import { schema } from './commands/schema.ts'
import { serve } from './commands/serve.ts'
import { simulate } from './commands/simulate.ts'
import { stream } from './commands/stream.ts'
import { tools } from './commands/tools.ts'
import { types } from './commands/tool-types.ts'
import { trace } from './commands/trace.ts'
import { verify } from './commands/verify.ts'

/** The commands, in the order of the overview. */
export const commands: readonly Command[] = [
  grammar,
  schema,
  tools,
  types,
  parse,
  stream,
  diff,
  lintStream,
  check,
  lint,
  fmt,
  sample,
  simulate,
  verify,
  compile,
  trace,
  draw,
  replay,
  prompt,
  explain,
  serve,
  formats,
]
