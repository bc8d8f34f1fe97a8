import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPythonText, endPython, pythonToJson } from '../src/chat/python-text.ts'

function convert(text: string): string {
  const state = createPythonText()
  return pythonToJson(state, text) + endPython(state)
}

describe('Python literals as JSON', () => {
  it.each([
    [`'it\\'s "so"'`, `"it's \\"so\\""`],
    [`"a\\x41\\u00e9\\U0001f600\\n\\d\\a"`, `"aA\\u00e9😀\\n\\\\d\\u0007"`],
    [`{'a': (True, None), "b": [False, -1.5e3]}`, `{"a": [true, null], "b": [false, -1.5e3]}`],
    ['[true, null]', '[true, null]'],
    [`'None of True'`, `"None of True"`],
    [`"a\\\nb"`, `"ab"`],
    ['Tr', 'tr'],
    [`'''one\n"two" 'three' '''`, `"one\\n\\"two\\" 'three' "`],
    [`["", """a"b""", '', 'x']`, `["", "a\\"b", "", "x"]`],
    [`(1,)`, `[1]`],
    [`{'a': [1, 2, ], }`, `{"a": [1, 2]}`],
    [`b'x'`, `b"x"`],
    ['Nope', 'nupe'],
    ["'\\", '"'],
    ["'\\uzzzz'", '"\\\\uzzzz"'],
  ])('%j', (python, json) => {
    expect(convert(python)).toBe(json)
  })

  it('does not depend on how the text is cut', () => {
    const piece = fc.constantFrom(
      "'",
      '"',
      '\\',
      'x4',
      'u00',
      'U0001f600',
      'True',
      'No',
      '(',
      ')',
      '😀',
      '\n',
      ',',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.nat(), (pieces, at) => {
        const chars = [...pieces.join('')]
        const state = createPythonText()
        const cut = at % (chars.length + 1)
        const parts =
          pythonToJson(state, chars.slice(0, cut).join('')) +
          pythonToJson(state, chars.slice(cut).join('')) +
          endPython(state)
        expect(parts).toBe(convert(chars.join('')))
      }),
      { numRuns: 300 },
    )
  })
})
