import { defineFormat, type Family, type Format } from './format.ts'
import type { CallFamily } from './json-tools.ts'
import { taggedCalls } from './tagged-calls.ts'
import { closersOf, openersOf, type TaggedSyntax } from './tagged-syntax.ts'
import { writeTaggedCalls } from './tagged-write.ts'
import type { MakeVerbatimCalls } from './verbatim/verbatim-types.ts'
import { verbatimTaggedCalls } from './verbatim/verbatim-tagged.ts'

/** A family that marks each argument: how it writes a turn, and its tags. */
export interface TaggedFamily extends Omit<
  Family,
  'calls' | 'writeCalls' | 'verbatimCalls' | 'markers'
> {
  readonly syntax: TaggedSyntax
  /** Which of its tags inside a call are special tokens. */
  readonly tokens?: readonly string[]
}

/** Makes a format of such a family. */
export function taggedFormat({ syntax, tokens = [], ...family }: TaggedFamily): Format {
  return defineFormat({ ...family, ...taggedTools(syntax, tokens) })
}

/** Calls whose arguments are marked, each with its name and its value. */
export function taggedTools(syntax: TaggedSyntax, tokens: readonly string[] = []): CallFamily {
  // Numbered calls have no reading of their own for engines that read as they print.
  const verbatim = syntax.numberOpen === undefined
  return {
    // The grammar prints the outermost tag always: nothing else may switch it on.
    markers: { openers: openersOf(syntax).slice(0, 1), closers: closersOf(syntax), tokens },
    calls: (p, request, policies) => taggedCalls(p, syntax, request.tools, policies, request),
    ...(verbatim ? { verbatimCalls: verbatimOf(syntax) } : {}),
    writeCalls: (calls, { tools }) => writeTaggedCalls(syntax, calls, tools),
  }
}

function verbatimOf(syntax: TaggedSyntax): MakeVerbatimCalls {
  return (p, request, options) => verbatimTaggedCalls(p, syntax, request, options)
}
