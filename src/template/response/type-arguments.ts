import type { Tool } from '../../chat/chat-types.ts'
import { isObject } from '../sources/tokenizer-config.ts'
import { parseNumber } from './parse-content.ts'

/**
 * Gives arguments that are text the types of their tool's schema: the first cast that works, in the
 * order of the schema's types; else they stay text. Values of other shapes are left alone.
 */
export function typeArguments(value: unknown, tools: readonly Tool[]): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => typeArguments(item, tools))
  const call = isObject(value) ? value['function'] : undefined
  if (!isObject(value) || !isObject(call) || !isObject(call['arguments'])) return value
  const tool = tools.find((one) => one.function.name === call['name'])
  const parameters = tool?.function.parameters
  const properties = isObject(parameters) ? parameters['properties'] : undefined
  if (!isObject(properties)) return value
  const typed = Object.entries(call['arguments']).map(([name, argument]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    const types = isObject(schema) ? typesOf(schema, 0) : []
    return [name, castEach(argument, types)] as const
  })
  return { ...value, function: { ...call, arguments: Object.fromEntries(typed) } }
}

function castEach(value: unknown, types: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => castEach(item, types))
  return typeof value === 'string' ? cast(value, types) : value
}

/** The types of a schema, in the order in which they are tried. */
function typesOf(schema: Readonly<Record<string, unknown>>, depth: number): string[] {
  const { type } = schema
  const own: readonly unknown[] = Array.isArray(type) ? type : [type]
  const types = own.filter((item): item is string => typeof item === 'string')
  for (const keyword of ['anyOf', 'oneOf']) {
    const branches = schema[keyword]
    if (!Array.isArray(branches) || depth > 16) continue
    for (const branch of branches) if (isObject(branch)) types.push(...typesOf(branch, depth + 1))
  }
  return schema['nullable'] === true ? [...types, 'null'] : types
}

function cast(text: string, types: readonly string[]): unknown {
  for (const type of types) {
    const value = castTo(text, type)
    if (value !== undefined) return value
  }
  return text
}

function castTo(text: string, type: string): unknown {
  const trimmed = text.trim()
  switch (type) {
    case 'integer':
    case 'number':
      try {
        return parseNumber(trimmed, type === 'integer' ? 'int' : 'float')
      } catch {
        return undefined
      }
    case 'boolean':
      if (/^(?:true|1)$/i.test(trimmed)) return true
      return /^(?:false|0)$/i.test(trimmed) ? false : undefined
    case 'null':
      return trimmed === 'null' || trimmed === 'None' ? null : undefined
    case 'object':
    case 'array':
      return jsonOf(trimmed, type)
  }
  return undefined
}

function jsonOf(text: string, type: 'object' | 'array'): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return (type === 'array' ? Array.isArray(value) : isObject(value)) ? value : undefined
  } catch {
    return undefined
  }
}
