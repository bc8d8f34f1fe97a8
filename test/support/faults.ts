import type { Code } from '../../src/diagnostics/codes.ts'
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts'
import { GrammarError } from '../../src/diagnostics/errors.ts'
import { formatDiagnostics } from '../../src/diagnostics/format.ts'
import type { Chat, SessionOptions, Tool } from '../../src/chat/chat-types.ts'
import { noteFailure } from '../../src/chat/notes.ts'
import { formats } from '../../src/formats/index.ts'
import { lintGbnf } from '../../src/gbnf/lint.ts'
import { readGbnf } from '../../src/gbnf/read.ts'
import { buildGrammar } from '../../src/grammar.ts'
import type { MachineLimits } from '../../src/machine/machine-types.ts'
import { parseText } from '../../src/machine/parse.ts'
import { createChatTemplate, TemplateError } from '../../src/template/index.ts'
import type { Make } from './inspect.ts'

/** Runs what should throw, and gives the message. */
export function thrownBy(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof GrammarError || error instanceof TemplateError) return error.message
    throw error
  }
  throw new Error('nothing was thrown')
}

/** Why a grammar cannot be built. */
export function faultOf(make: Make): string {
  return thrownBy(() => buildGrammar(make))
}

/** Why a chat template does not render a greeting. */
export function templateFaultOf(source: string): string {
  const messages = [{ role: 'user', content: 'Ahoy' }]
  return thrownBy(() =>
    createChatTemplate(source).render({ messages, asGiven: true, limits: { maxSteps: 10_000 } }),
  )
}

/** What a grammar warns of, of one code. */
export function warningOf(code: Code, make: Make): string {
  return only(code, buildGrammar(make).warnings)
}

/** Why a text is not read, as a message says it. */
export function failureOf(make: Make, text: string, limits: Partial<MachineLimits> = {}): string {
  const result = parseText(buildGrammar(make), text, { limits }).result()
  if (result.kind !== 'failure') throw new Error(`the text was read: ${result.kind}`)
  return formatDiagnostics([noteFailure(result.code, result, 0)], text)
}

const weather: Tool = {
  type: 'function',
  function: {
    name: 'weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}

/** The formats that notes are shown with. */
export const chats: { readonly hermes: Chat; readonly one: Chat; readonly tagged: Chat } = {
  hermes: formats.hermes({ tools: [weather] }),
  one: formats.hermes({ tools: [weather], parallelToolCalls: false }),
  tagged: formats.qwen3Coder({ tools: [weather] }),
}

/** What is noted while a response is read, of one code. */
export function noteOf(
  code: Code,
  chat: Chat,
  text: string | Uint8Array,
  options: SessionOptions = {},
): string {
  const { diagnostics } = chat.parse(text, options)
  return only(code, diagnostics, typeof text === 'string' ? text : undefined)
}

/** What is found in a GBNF text, of one code. */
export function lintFindings(code: Code, text: string): string {
  return only(code, lintGbnf(text), text)
}

/** What a GBNF text is refused for, or warned of. */
export function gbnfFindings(text: string): string {
  return formatDiagnostics(readGbnf(text).diagnostics, text)
}

function only(code: Code, found: readonly Diagnostic[], source?: string): string {
  const wanted = found.filter((diagnostic) => diagnostic.code === code)
  if (wanted.length === 0) throw new Error(`no ${code} among\n${formatDiagnostics(found, source)}`)
  return formatDiagnostics(wanted, source)
}
