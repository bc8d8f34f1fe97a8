import { mulberry32 } from '../../src/util/mulberry32.ts'

/** Whole numbers. */
type Random = () => number

/** One way of making a template that nobody has seen of one that is known; null where it changes nothing. */
export interface Mutation {
  readonly name: string
  apply(template: string, random: Random): string | null
}

/** The special tokens of a template: what stands between its bars, or its angle brackets. */
const special = /<[|｜][^<>{}'"\n]{1,40}[|｜]>/g
const tag = /(<\/?)(tool_call|think|function|parameter|arg_key|arg_value|TOOLCALL|tools?)(?=[>= ])/g

const letters = 'bdfgklmprstvz'

/** A word that no template has. */
function word(random: Random, length = 6): string {
  return Array.from({ length }, () => letters[random() % letters.length]).join('')
}

/** Gives each text that a pattern finds another one, the same for the same. */
function renamed(
  template: string,
  pattern: RegExp,
  rename: (found: string) => string,
): string | null {
  const names = new Map<string, string>()
  const changed = template.replaceAll(pattern, (found) => {
    const known = names.get(found) ?? rename(found)
    names.set(found, known)
    return known
  })
  return changed === template ? null : changed
}

/** Renames special tokens, but where one is put together of a role: its turns would not fit its prompt. */
function withTokens(template: string, rename: () => string): string | null {
  const isComposed = /<[|｜]['"]?\s*(?:\{\{|\}\}|\+|~)/.test(template)
  return isComposed ? null : renamed(template, special, rename)
}

/** All mutations. */
export const mutations: readonly Mutation[] = [
  {
    name: 'special tokens of other names',
    apply: (template, random) => withTokens(template, () => `<|${word(random)}|>`),
  },
  {
    name: 'special tokens in doubled brackets',
    apply: (template, random) => withTokens(template, () => `[[${word(random)}]]`),
  },
  {
    name: 'tags of other names',
    apply(template, random) {
      const names = new Map<string, string>()
      return renamed(template, tag, (found) => {
        const [, open = '', name = ''] = /^(<\/?)(.*)$/.exec(found) ?? []
        const known = names.get(name) ?? word(random)
        names.set(name, known)
        return open + known
      })
    },
  },
  {
    name: 'fields of other names',
    apply(template, random) {
      const [name, given] = [word(random), word(random)]
      const pairs = [
        ['"name": ', `"${name}": `],
        ['"arguments": ', `"${given}": `],
        ['"parameters": ', `"${given}": `],
        [String.raw`\"name\": `, String.raw`\"${name}\": `],
        [String.raw`\"arguments\": `, String.raw`\"${given}\": `],
        [String.raw`\"parameters\": `, String.raw`\"${given}\": `],
      ] as const
      const changed = pairs.reduce((text, [from, to]) => text.replaceAll(from, to), template)
      return changed === template ? null : changed
    },
  },
]

/** What the mutations make of a template, each with the same seed. */
export function mutants(
  template: string,
  seed: number,
): { readonly name: string; readonly text: string }[] {
  return mutations.flatMap(({ name, apply }) => {
    const text = apply(template, mulberry32(seed))
    return text === null ? [] : [{ name, text }]
  })
}
