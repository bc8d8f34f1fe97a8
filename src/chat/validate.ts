import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { quote } from '../diagnostics/format.ts'
import type { JsonSchema } from '../peg/node.ts'
import type { BuiltFormat } from './chat-types.ts'
import type { Message } from './message.ts'

/** A validator as the caller gives it: what is wrong with a value, or null. */
export type Validate = (schema: JsonSchema, value: unknown) => string | null

/** Checks the complete calls of a message, and its content where that is to be a value of a schema. */
export function validateMessage(
  message: Message,
  built: Pick<BuiltFormat, 'tools' | 'responseSchema'>,
  validate: Validate,
): Diagnostic[] {
  const found: Diagnostic[] = []
  const check = (what: string, schema: JsonSchema | undefined, json: string): void => {
    if (schema === undefined) return
    const value = parseJson(json)
    const fault = value === undefined ? 'it is not JSON' : ask(validate, schema, value.json)
    if (fault !== null) found.push(diagnose('schema-mismatch', `${what}: ${fault}`))
  }
  for (const call of message.toolCalls) {
    const tool = built.tools?.find((t) => t.function.name === call.name)
    if (call.state !== 'complete') continue
    check(`call ${call.index} of ${quote(call.name)}`, tool?.function.parameters, call.arguments)
  }
  check('the response', built.responseSchema, message.content)
  return found
}

/** A validator that throws, as some do on an odd schema, must not take the message with it. */
function ask(validate: Validate, schema: JsonSchema, value: unknown): string | null {
  try {
    return validate(schema, value)
  } catch (error) {
    return `the validator failed: ${error instanceof Error ? error.message : String(error)}`
  }
}

function parseJson(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) }
  } catch {
    return undefined
  }
}
