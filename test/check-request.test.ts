import { describe, expect, it } from 'vitest'
import { formats } from '../src/formats/index.ts'

/** Options as a program without types gives them. */
function make(options: string): unknown {
  return formats.hermes(JSON.parse(options))
}

describe('a request in the form of another API', () => {
  it.each([
    ['{ "tools": [{ "name": "x", "input_schema": {} }] }', 'tools[0] must have the form'],
    ['{ "tools": [{ "function": { "name": "x" } }, null] }', 'tools[1] must have the form'],
    ['{ "tools": { "x": {} } }', 'tools must be an array'],
    ['{ "toolChoice": "x" }', 'not "x"'],
    ['{ "toolChoice": { "type": "tool", "name": "x" } }', 'toolChoice must be'],
  ])('is refused: %s', (options, message) => {
    expect(() => make(options)).toThrow(TypeError)
    expect(() => make(options)).toThrow(message)
  })

  it.each(['{}', '{ "tools": [] }', '{ "tools": [], "toolChoice": "required" }'])(
    'is none: %s',
    (options) => {
      expect(() => make(options)).not.toThrow()
    },
  )
})
