import { compileGbnf } from '../../src/gbnf/read.ts'
import { createStacks } from '../../src/gbnf/stacks.ts'

/** Every text over an alphabet, the empty one first, up to a length in characters. */
export function* textsOver(alphabet: string, length: number): Generator<string> {
  const chars = [...new Set(alphabet)]
  let level = ['']
  for (let size = 0; size <= length; size++) {
    yield* level
    level = level.flatMap((text) => chars.map((char) => text + char))
  }
}

/** The sentences of a grammar among them; each beginning is read once. */
export function sentencesOver(gbnf: string, alphabet: string, length: number): Set<string> {
  const stacks = createStacks(compileGbnf(gbnf), 10_000)
  const chars = [...new Set(alphabet)]
  const sentences = new Set<string>()
  const visit = (text: string, left: number): void => {
    if (stacks.hasEnd()) sentences.add(text)
    if (left === 0) return
    const here = stacks.save()
    for (const char of chars) {
      if (stacks.step(char.codePointAt(0) ?? 0)) visit(text + char, left - 1)
      stacks.restore(here)
    }
  }
  visit('', length)
  return sentences
}
