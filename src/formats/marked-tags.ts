import type { TaggedFamily } from './tagged-family.ts'
import type { TaggedSyntax } from './tagged-syntax.ts'

/** The words of the attribute `string`. */
const words: NonNullable<TaggedSyntax['attribute']>['words'] = {
  string: 'true',
  number: 'false',
  boolean: 'false',
  null: 'false',
  array: 'false',
  object: 'false',
}

/**
 * Tags that begin with a special token: all calls in one block, `invoke` with `parameter`, each value
 * with the word whether it is a string or JSON.
 */
export function markedTags(
  mark: string,
  block: string,
): Required<Pick<TaggedFamily, 'syntax' | 'tokens' | 'verbatim'>> {
  const open = (tag: string): string => `<${mark}${tag}`
  const close = (tag: string): string => `</${mark}${tag}>`
  return {
    tokens: [mark],
    verbatim: {
      gap: false,
      around: 'behind',
      reasoningStops: [`\n\n${open(block)}>`, `${open(block)}>`],
      stopsAtCalls: true,
      calls: { looseTags: true },
    },
    syntax: {
      outer: {
        open: `${open(block)}>\n`,
        close: close(block),
        around: 'all',
        lead: '\n\n',
        bareIsWhole: true,
      },
      nameOpen: open('invoke name="'),
      nameClose: '">\n',
      end: `${close('invoke')}\n`,
      argumentOpen: open('parameter name="'),
      argumentNameClose: '">',
      argumentClose: `${close('parameter')}\n`,
      attribute: { before: '" string="', after: '">', words, decides: true, optional: true },
    },
  }
}
