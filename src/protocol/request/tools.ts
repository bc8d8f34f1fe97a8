import type { Tool, ToolChoice } from '../../chat/chat-types.ts'
import type { JsonSchema } from '../../peg/node.ts'
import { isFields } from '../fields.ts'
import type { Body } from './body.ts'

/** A tool from the object that names it, and the field that has its schema. */
export function toolFrom(body: Body, schemaField: string): Tool {
  const name = body.needText('name')
  if (name === '') body.refuse('name', 'is empty')
  const description = body.text('description')
  const parameters = schemaOf(body, schemaField)
  return {
    type: 'function',
    function: {
      name,
      ...(description === undefined ? {} : { description }),
      ...(parameters === undefined ? {} : { parameters }),
    },
  }
}

/** A JSON Schema: an object, or a boolean. */
export function schemaOf(body: Body, name: string): JsonSchema | undefined {
  const value = body.value(name)
  if (value === undefined || typeof value === 'boolean' || isFields(value)) return value
  return body.refuse(name, 'must be a JSON Schema')
}

/** The choice of one tool, which must be declared. */
export function choiceOf(
  body: Body,
  field: string,
  name: string,
  tools: readonly Tool[],
): ToolChoice {
  if (tools.some((tool) => tool.function.name === name))
    return { type: 'function', function: { name } }
  return body.refuse(field, `there is no tool ${JSON.stringify(name.slice(0, 64))}`)
}

/** `auto`, `none`, `required`; `auto` without tools is `none`, and `required` is refused there. */
export function plainChoice(
  body: Body,
  field: string,
  word: string,
  tools: readonly Tool[],
): ToolChoice {
  if (word === 'auto' || word === 'none') return tools.length === 0 ? 'none' : word
  if (word !== 'required' && word !== 'any') return body.refuse(field, 'is not known')
  return tools.length === 0 ? body.refuse(field, 'asks for a tool, and there are none') : 'required'
}
