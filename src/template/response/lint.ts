import { quote } from '../../diagnostics/format.ts'
import { diagnose, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import { isObject } from '../sources/tokenizer-config.ts'
import { groupNames, isNullable, regexSpaces, type RegexTree } from './regex-tree.ts'
import type { Delimiter, ResponseField, ResponseTemplate } from './template-type.ts'

/**
 * Finds what will surprise in a response template: where the reference reader's result depends on how
 * the text is cut, or loses text. Ours is the one-shot result all the same.
 *
 * @example
 * ```ts
 * const template = readResponseTemplate({
 *   start_anchor: '<|assistant|>',
 *   fields: { calls: { open: '<call>', close_pattern: '</call>(?:</calls>)?' } },
 * })
 * lintResponseTemplate(template).map(({ path }) => path) // ['calls.close_pattern']
 * ```
 */
export function lintResponseTemplate(template: ResponseTemplate): Diagnostic[] {
  return [
    ...template.fields.flatMap(optionalTail),
    ...erasedField(template.fields),
    ...template.fields.flatMap(closerGroups),
  ]
}

function trap(path: string, message: string, hint: string): Diagnostic {
  return diagnose('response-trap', message, { path, hint })
}

/** A closer that may go on: in small chunks its short form is taken as soon as it is there. */
function optionalTail({ name, close }: ResponseField): Diagnostic[] {
  if (close?.kind !== 'pattern' || !endsOptionally(close.tree)) return []
  return [
    trap(
      `${name}.close_pattern`,
      'the closer ends in a part that may be missing: read chunk by chunk, that part becomes text',
      'leave it out, and let the closer of the implicit field take it',
    ),
  ]
}

function endsOptionally(tree: RegexTree): boolean {
  switch (tree.kind) {
    case 'sequence': {
      const last = tree.items[tree.items.length - 1]
      return last !== undefined && endsOptionally(last)
    }
    case 'choice':
      return tree.items.some(endsOptionally)
    case 'group':
      return endsOptionally(tree.item)
    case 'repeat':
      return tree.min === 0 && !isNullable(tree.item)
    default:
      return false
  }
}

/** A field that each later match replaces, and that a single line break matches. */
function erasedField(fields: readonly ResponseField[]): Diagnostic[] {
  const implicit = fields.find(({ open }) => open === null)
  if (implicit === undefined || implicit.repeats) return []
  const bare = fields.filter(({ open }) => open !== null && !takesSpace(open))
  const repeated = bare.filter(({ repeats }) => repeats)
  if (repeated.length === 0) return []
  const names = repeated.map(({ name }) => quote(name)).join(' and ')
  return [
    trap(
      implicit.name,
      `white space around ${names} begins this field again, and erases what it held`,
      'give it "repeats": true and "join": "", or let the openers begin with \\s*',
    ),
  ]
}

function takesSpace(delimiter: Delimiter): boolean {
  if (delimiter.kind === 'texts') return false
  const tree = delimiter.tree
  const first = tree.kind === 'sequence' ? tree.items[0] : tree
  const isSpaces = first?.kind === 'repeat' && first.item.kind === 'set'
  return isSpaces && first.item.kind === 'set' && first.item.set.join() === regexSpaces.join()
}

/** Named groups of a closer are not there when the transform is filled. */
function closerGroups({ name, close, transform }: ResponseField): Diagnostic[] {
  if (close?.kind !== 'pattern') return []
  const used = placeholders(transform)
  return groupNames(close.tree)
    .filter((group) => used.has(group))
    .map((group) =>
      trap(
        `${name}.transform`,
        `the placeholder {${group}} names a group of the closer, which is never filled`,
        'use a group of the opener, or a part of the content',
      ),
    )
}

function placeholders(value: unknown): Set<string> {
  if (typeof value === 'string') {
    const name = /^\{(\w+)[\w.]*\}$/.exec(value)?.[1]
    return new Set(name === undefined ? [] : [name])
  }
  const parts = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []
  return new Set(parts.flatMap((part: unknown) => [...placeholders(part)]))
}
