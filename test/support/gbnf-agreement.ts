import { acceptGbnf } from '../../src/gbnf/accept.ts'
import { createRandom, type Random } from '../../src/gbnf/random.ts'
import { compileGbnf, readGbnf } from '../../src/gbnf/read.ts'
import { sampleMany } from '../../src/gbnf/sample.ts'
import type { GrammarOutcome } from './oracle.ts'

/** A grammar and texts to judge under it, by pegbnf and by llama.cpp. */
export interface Trial {
  readonly gbnf: string
  readonly texts: readonly string[]
}

/**
 * Sentences of a grammar, sentences with a character changed, put in or taken out, and beginnings of
 * both. `ascii` keeps to characters of one byte.
 */
export function textsFor(gbnf: string, seed: number, count: number, ascii = false): string[] {
  const reading = readGbnf(gbnf)
  if (!reading.ok) return []
  const random = createRandom(seed)
  const sentences = sample(gbnf, seed, count)
  const texts = sentences.flatMap((sentence) => {
    const mutant = mutate(sentence, random)
    return [sentence, mutant, beginning(sentence, random), beginning(mutant, random)]
  })
  const kept = ascii ? texts.filter((text) => [...text].every((char) => char < '\x80')) : texts
  return [...new Set(['', 'a', ...kept])]
}

/** Where pegbnf and llama.cpp differ on a trial, but for split characters: nothing, if all is well. */
export function differences({ gbnf, texts }: Trial, outcome: GrammarOutcome | undefined): string[] {
  const reading = readGbnf(gbnf)
  const loads = outcome?.loads ?? false
  if (reading.ok && isExplosion({ gbnf, texts }, outcome)) return []
  if (reading.ok !== loads) return [`${loads ? 'only llama.cpp' : 'only pegbnf'} loads ${gbnf}`]
  if (outcome?.loads !== true) return []
  const program = compileGbnf(gbnf)
  return texts.flatMap((text, i) => {
    const verdict = outcome.texts[i]
    const result = acceptGbnf(program, text)
    const ours = describe(text, result.kind, result.kind === 'refused' ? result.offset : -1)
    const at = verdict?.refusedAtByte ?? null
    const theirs =
      at !== null
        ? describe(text, 'refused', offsetOfByte(text, at))
        : describe(text, verdict?.complete === true ? 'complete' : 'prefix', -1)
    const isSame = ours === theirs || isSplitCharacter(gbnf, text, at)
    const whole = verdict?.accepts === (result.kind === 'complete')
    return isSame && whole ? [] : [`${gbnf}\n${ours}, llama.cpp: ${theirs}`]
  })
}

/** Whether llama.cpp had no time to judge a text, as its stacks become too many. */
function isExplosion({ gbnf, texts }: Trial, outcome: GrammarOutcome | undefined): boolean {
  if (outcome?.loads !== false || outcome.error !== 'timeout') return false
  return texts.some((text) => acceptGbnf(gbnf, text).stacks.max > 10_000)
}

/**
 * Whether llama.cpp refused a character for how its bytes came: given the first bytes alone, it
 * takes a negated class to exclude them when it excludes any character that begins with them.
 */
function isSplitCharacter(gbnf: string, text: string, byte: number | null): boolean {
  const { classes } = compileGbnf(gbnf)
  const excludes = classes.some(({ negated, set }) => negated && (set.at(-1) ?? 0) > 0x7f)
  if (byte === null || !excludes) return false
  const char = Buffer.from(text).subarray(byte)
  const next = char[1] ?? 0
  return next >= 0x80 && next < 0xc0
}

function describe(text: string, kind: string, offset: number): string {
  return `${JSON.stringify(text)} is ${kind}${offset < 0 ? '' : ` at ${offset}`}`
}

// llama.cpp counts bytes, and may refuse in the middle of a character.
function offsetOfByte(text: string, byte: number): number {
  let bytes = 0
  let offset = 0
  for (const char of text) {
    bytes += Buffer.byteLength(char)
    if (bytes > byte) return offset
    offset += char.length
  }
  return offset
}

function sample(gbnf: string, seed: number, count: number): string[] {
  try {
    return sampleMany(gbnf, count, { seed, maxLength: 40 })
  } catch {
    // No sentence of it ends.
    return []
  }
}

function beginning(text: string, random: Random): string {
  const chars = [...text]
  return chars.slice(0, random.below(chars.length + 1)).join('')
}

function mutate(text: string, random: Random): string {
  const chars = [...text]
  const at = random.below(chars.length + 1)
  const other = ['a', 'b', '"', ' ', '\n', '}', ',', '0', 'é', '😀', '<', chars[0] ?? 'x']
  const put = other[random.below(other.length)] ?? 'x'
  const kind = random.below(4)
  if (kind === 0) chars.splice(at, 1)
  else if (kind === 1) chars.splice(at, 0, put)
  else if (kind === 2) chars.splice(at, 1, put)
  else chars.splice(at, 0, ...chars.slice(0, 3))
  return chars.join('')
}
