import type { JsonSchema } from '../../peg/node.ts'
import type { Body } from './body.ts'
import { schemaOf } from './tools.ts'

/** The schema that an answer must fit, in the words of OpenAI and of the servers that speak them. */
export function responseFormat(body: Body): JsonSchema | undefined {
  return (
    openaiFormat(body) ??
    schemaOf(body, 'json_schema') ??
    schemaOf(body, 'guided_json') ??
    choicesOf(body, 'guided_choice') ??
    structuredOutputs(body)
  )
}

function openaiFormat(body: Body): JsonSchema | undefined {
  const format = body.inner('response_format')
  if (format === undefined) return undefined
  switch (format.needText('type')) {
    case 'text':
      return undefined
    case 'json_object':
      // llama.cpp takes a schema here too.
      return schemaOf(format, 'schema') ?? { type: 'object' }
    case 'json_schema': {
      const named = format.inner('json_schema') ?? format.refuse('json_schema', 'is missing')
      return schemaOf(named, 'schema') ?? {}
    }
    default:
      return format.refuse('type', 'is not known')
  }
}

// Source: https://docs.vllm.ai/en/latest/features/structured_outputs.html
function structuredOutputs(body: Body): JsonSchema | undefined {
  const wanted = body.inner('structured_outputs')
  if (wanted === undefined) return undefined
  for (const name of ['regex', 'grammar', 'structural_tag']) {
    if (wanted.value(name) !== undefined) {
      wanted.refuse(name, 'is not supported: only JSON Schemas hold an answer')
    }
  }
  const any = wanted.flag('json_object') === true ? { type: 'object' } : undefined
  return schemaOf(wanted, 'json') ?? choicesOf(wanted, 'choice') ?? any
}

/** The answer is one of these texts; it comes as JSON, in quotes. */
function choicesOf(body: Body, name: string): JsonSchema | undefined {
  return body.value(name) === undefined ? undefined : { enum: [...body.list(name)] }
}
