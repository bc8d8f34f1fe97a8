import { quote } from '../../diagnostics/format.ts'
import { TemplateError, type TemplateCode } from '../template-error.ts'
import { openCursor } from './cursor.ts'
import type { Evaluator } from './evaluate.ts'
import { execute } from './execute.ts'
import { filters } from './filters.ts'
import { fromJson } from './from-json.ts'
import { globalValues } from './globals.ts'
import { readTokens } from './lexer.ts'
import { attributeOf, itemOf } from './members.ts'
import { parseTemplate } from './parse-template.ts'
import { openScope } from './scope.ts'
import type { Body } from './syntax.ts'
import { tests } from './tests.ts'
import type { Value } from './value.ts'

/** Options of rendering. */
export interface RenderLimits {
  /** Steps of the engine before it gives up; 20 million unless said otherwise. */
  readonly maxSteps?: number
  /** Characters of the result; 64 Mi unless said otherwise. */
  readonly maxLength?: number
  /** The time that `strftime_now` tells; now unless said otherwise. */
  readonly now?: Date
}

/** A template that has been read. */
export interface CompiledTemplate {
  readonly source: string
  /**
   * The text for a context of JSON values. Nothing of the context is changed.
   *
   * @throws {TemplateError} when the template fails, raises an exception, or works without end
   */
  render(context: Readonly<Record<string, unknown>>, limits?: RenderLimits): string
}

const maxTemplateLength = 2 ** 20
const maxDepth = 700

/**
 * Reads a Jinja template, set up as chat templates are: block tags take the newline behind them and
 * the blanks before them. What Jinja2 knows is known, but for inheritance and imports.
 *
 * @throws {TemplateError} when it is no template
 * @example
 * ```ts
 * const template = compileTemplate('{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}')
 * template.render({ messages: [{ role: 'user', content: 'Ahoy' }] }) // '<user>Ahoy'
 * ```
 */
export function compileTemplate(source: string): CompiledTemplate {
  const text = source.replaceAll('\r\n', '\n')
  const body = readBody(text)
  return {
    source: text,
    render(context, limits = {}) {
      const parts: string[] = []
      const maxLength = limits.maxLength ?? 2 ** 26
      let length = 0
      const { runtime, fail } = createRuntime(text, limits)
      const globals = globalValues(runtime, (message) =>
        fail('template-raised', quote(message, 200)),
      )
      const scope = openScope(openScope(null, globals), contextValues(context, fail))
      const out = {
        write(part: string) {
          length += part.length
          if (length > maxLength) fail('template-limit', `the text is longer than ${maxLength}`)
          parts.push(part)
        },
      }
      execute(runtime, body, scope, out)
      return parts.join('')
    },
  }
}

type Fail = (code: TemplateCode, message: string) => never

function readBody(text: string): Body {
  const error = (code: TemplateCode) => (message: string, offset: number) =>
    new TemplateError(code, message, { offset, text })
  const [fault, limit] = [error('template-syntax'), error('template-limit')]
  if (text.length > maxTemplateLength) throw limit(`longer than ${maxTemplateLength} characters`, 0)
  const source = text.endsWith('\n') ? text.slice(0, -1) : text
  return parseTemplate(openCursor(readTokens(source, fault), fault, limit))
}

function contextValues(context: Readonly<Record<string, unknown>>, fail: Fail): Map<string, Value> {
  const values = new Map<string, Value>()
  try {
    for (const [name, value] of Object.entries(context)) {
      if (value !== undefined) values.set(name, fromJson(value))
    }
  } catch (error) {
    if (error instanceof RangeError) fail('template-limit', error.message)
    throw error
  }
  return values
}

function createRuntime(text: string, limits: RenderLimits): { runtime: Evaluator; fail: Fail } {
  const maxSteps = limits.maxSteps ?? 20_000_000
  let steps = 0
  let depth = 0
  const fail: Fail = (code, message) => {
    throw new TemplateError(code, message, { offset: runtime.at, text })
  }
  const runtime: Evaluator = {
    at: 0,
    now: limits.now ?? new Date(),
    fail: (message) => fail('template-error', message),
    spend(count) {
      steps += count
      if (steps > maxSteps) fail('template-limit', `the template takes more than ${maxSteps} steps`)
    },
    deeper(part) {
      depth += 1
      if (depth > maxDepth)
        fail('template-limit', `calls and blocks are nested deeper than ${maxDepth}`)
      const made = part()
      depth -= 1
      return made
    },
    filter(name, value, args) {
      const filter = Object.hasOwn(filters, name) ? filters[name] : undefined
      return filter === undefined
        ? runtime.fail(`there is no filter ${quote(name)}`)
        : filter(runtime, value, args)
    },
    test(name, value, args) {
      const test = Object.hasOwn(tests, name) ? tests[name] : undefined
      return test === undefined
        ? runtime.fail(`there is no test ${quote(name)}`)
        : test(runtime, value, args)
    },
    attribute: (object, name) => attributeOf(runtime, object, name),
    item: (object, index) => itemOf(runtime, object, index),
  }
  return { runtime, fail }
}
