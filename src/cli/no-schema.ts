import { isRecord } from './json-value.ts'
import { declaredSchema } from './tool-list.ts'

/** What a JSON object is that is no schema, and what to do with it. */
export interface NoSchema {
  readonly what: string
  readonly hint: string
}

/**
 * What else an object is than a schema, where it is plainly that. An object without any keyword is a
 * schema that admits anything, and so is one of unknown keywords only.
 */
export function recognizeNoSchema(value: unknown): NoSchema | null {
  if (!isRecord(value) || Object.keys(value).some((key) => isSaid(value, key))) return null
  const tools = 'its tools are checked by: pegbnf tools FILE'
  const list = isRecord(value['result']) ? value['result'] : value
  if (Array.isArray(value['messages']) || (Array.isArray(value['input']) && 'model' in value)) {
    return { what: 'it looks like a request', hint: tools }
  }
  if (Array.isArray(list['tools'])) return { what: 'it looks like a list of tools', hint: tools }
  if (isRecord(value['function'])) {
    return { what: 'it looks like a tool', hint: 'its schema stands in function.parameters' }
  }
  if (typeof value['name'] === 'string' && isRecord(declaredSchema(value))) {
    return { what: 'it looks like a tool', hint: 'give the schema of its arguments alone' }
  }
  const wrapper = isRecord(value['json_schema']) ? value['json_schema'] : value
  if (isRecord(wrapper['schema']) && (wrapper !== value || typeof value['name'] === 'string')) {
    return { what: 'it looks like a response format', hint: 'give what stands in its schema' }
  }
  if (typeof value['openapi'] === 'string' || typeof value['swagger'] === 'string') {
    const hint = 'give one of its schemas, such as those in components.schemas'
    return { what: 'it looks like an OpenAPI document', hint }
  }
  return null
}

const keywords =
  /^(\$schema|\$ref|\$dynamicRef|\$recursiveRef|\$id|\$defs|definitions|enum|const|allOf|anyOf|oneOf|not|if|properties|required|patternProperties|additionalProperties|propertyNames|items|prefixItems|contains|pattern|minimum|maximum|minLength|maxLength|minItems|maxItems)$/
const types = /^(null|boolean|object|array|number|integer|string)$/

/** Whether a member is a keyword that only a schema has. */
function isSaid(value: Readonly<Record<string, unknown>>, key: string): boolean {
  const said = value[key]
  if (key === 'type') return Array.isArray(said) || (typeof said === 'string' && types.test(said))
  return keywords.test(key)
}
