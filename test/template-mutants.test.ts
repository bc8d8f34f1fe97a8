import { expect, it } from 'vitest'
import {
  analyseTemplate,
  createChatTemplate,
  type TemplateAnalysis,
} from '../src/template/index.ts'
import { mutants } from './support/mutate-template.ts'
import { inventedTemplates, ownTemplates, sharedTemplates } from './support/real-templates.ts'

/** Mutants that are read less well than what they were made of, and why. */
const worse: Readonly<Record<string, string>> = {
  'Kimi-K3.jinja: special tokens of other names': 'closers that name what they close',
  'Kimi-K3.jinja: special tokens in doubled brackets': 'closers that name what they close',
  'deepseek-ai-DeepSeek-V3.1.jinja: tags of other names':
    'a closer of reasoning that is known by its name alone, as no reasoning is printed',
}

const analyse = (text: string): TemplateAnalysis => analyseTemplate(createChatTemplate(text))

it.each([...ownTemplates(), ...inventedTemplates(), ...sharedTemplates()])(
  'what is made of $name under other names is read as well as itself',
  ({ name, text }) => {
    const { parts } = analyse(text)
    for (const mutant of mutants(text, 7)) {
      const place = `${name}: ${mutant.name}`
      if (place in worse) expect(() => expect(analyse(mutant.text).parts).toEqual(parts)).toThrow()
      else expect(analyse(mutant.text).parts, place).toEqual(parts)
    }
  },
  20_000,
)
