import { formatOf, templateOf, type ModelOptions } from './model.ts'

/**
 * The texts of a model's markers, as its format knows them: what an engine can be asked the ids of, so that
 * markers are told from text that is spelled like them.
 *
 * @throws {TypeError} when there is no such format, or no template
 * @throws {TemplateError} when nothing reads what the template prints, and no format is given
 * @example
 * ```ts
 * const template = { named: {}, template: '{% for m in messages %}{{ m.content }}{% endfor %}' }
 * markerTexts({ template, format: 'hermes' }) // ['<think>', '</think>', '<tool_call>', '</tool_call>']
 * ```
 */
export function markerTexts(options: Pick<ModelOptions, 'template' | 'format'>): readonly string[] {
  const make = formatOf(options, templateOf(options.template, true))
  const { family } = make
  const takesTools = family.calls !== undefined || family.turn !== undefined
  const tools = takesTools ? { tools: [{ function: { name: 'any' } }] } : {}
  return [...new Set(make({ ...tools, reasoning: 'on' }).grammar().preservedTokens)]
}
