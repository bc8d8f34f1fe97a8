import { codes } from '../diagnostics/codes.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { CallState, FinishReason } from './message.ts'

/** A call as far as any message says something about it. */
export interface LooseCall {
  readonly id: string | undefined
  readonly name: string
  readonly arguments: string
  readonly state: CallState | undefined
}

/** A message as far as any object is one. */
export interface LooseMessage {
  readonly content: string
  readonly reasoning: string
  readonly calls: readonly LooseCall[]
  readonly diagnostics: readonly Diagnostic[]
  readonly finishReason: FinishReason | null
}

/** Something in a message that is not what it should be. */
export interface Fault {
  readonly path: readonly (string | number)[]
  readonly value: unknown
}

/**
 * Reads a message of pegbnf (`reasoning`, `toolCalls`) or of OpenAI's kind (`reasoning_content`,
 * `tool_calls` with or without `function`). Whatever is missing is empty; whatever has another type is
 * a fault and empty. Never throws, and reads only own properties.
 */
export function readMessage(value: unknown): { message: LooseMessage; faults: Fault[] } {
  const faults: Fault[] = []
  if (!isRecord(value)) {
    if (value !== undefined && value !== null) faults.push({ path: [], value })
    return { message: readFields({}, faults), faults }
  }
  return { message: readFields(value, faults), faults }
}

/** An object of which nothing is known. */
type Fields = Readonly<Record<string, unknown>>

function readFields(fields: Fields, faults: Fault[]): LooseMessage {
  const text = (...names: string[]): string => readText(fields, names, [], faults) ?? ''
  return {
    content: text('content'),
    reasoning: text('reasoning', 'reasoning_content'),
    calls: readCalls(own(fields, 'toolCalls') ?? own(fields, 'tool_calls'), faults),
    diagnostics: readNotes(own(fields, 'diagnostics')),
    finishReason: oneOf(finishReasons, own(fields, 'finishReason') ?? own(fields, 'finish_reason')),
  }
}

function readCalls(value: unknown, faults: Fault[]): LooseCall[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) {
    faults.push({ path: ['toolCalls'], value })
    return []
  }
  return Array.from(value, (call: unknown, index) => readCall(call, index, faults))
}

function readCall(value: unknown, index: number, faults: Fault[]): LooseCall {
  const path = ['toolCalls', index]
  if (!isRecord(value)) {
    faults.push({ path, value })
    return { id: undefined, name: '', arguments: '', state: undefined }
  }
  const inner = own(value, 'function')
  const fields = isRecord(inner) ? inner : value
  return {
    id: readText(value, ['id'], path, faults),
    name: readText(fields, ['name'], path, faults) ?? '',
    arguments: readText(fields, ['arguments'], path, faults) ?? '',
    state: oneOf(callStates, own(value, 'state')) ?? undefined,
  }
}

function readNotes(value: unknown): Diagnostic[] {
  if (!Array.isArray(value)) return []
  const out: Diagnostic[] = []
  for (const note of value as unknown[]) {
    if (!isRecord(note)) continue
    const code = own(note, 'code')
    const message = own(note, 'message')
    if (typeof code !== 'string' || typeof message !== 'string' || !isCode(code)) continue
    out.push(isDiagnostic(note) ? note : diagnose(code, message))
  }
  return out
}

function readText(
  fields: Fields,
  names: readonly string[],
  path: Fault['path'],
  faults: Fault[],
): string | undefined {
  for (const name of names) {
    const value = own(fields, name)
    if (typeof value === 'string') return value
    if (value !== undefined && value !== null) faults.push({ path: [...path, name], value })
  }
  return undefined
}

const finishReasons: readonly FinishReason[] = [
  'stop',
  'length',
  'tool_calls',
  'abort',
  'error',
  'parse_error',
]
const callStates: readonly CallState[] = ['streaming', 'complete', 'incomplete', 'invalid']

function oneOf<T extends string>(allowed: readonly T[], value: unknown): T | null {
  return allowed.find((item) => item === value) ?? null
}

function own(fields: Fields, name: string): unknown {
  try {
    return Object.hasOwn(fields, name) ? fields[name] : undefined
  } catch {
    // A getter or a proxy that throws says nothing.
    return undefined
  }
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

function isCode(text: string): text is Diagnostic['code'] {
  return Object.hasOwn(codes, text)
}

function isDiagnostic(value: object): value is Diagnostic {
  return Object.hasOwn(value, 'severity')
}
