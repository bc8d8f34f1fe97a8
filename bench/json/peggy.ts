import peggy from 'peggy'

const rules = (value: boolean): string => {
  const action = (code: string): string => (value ? ` { ${code} }` : '')
  const label = (name: string): string => (value ? `${name}:` : '')
  return `
Text = Gap ${label('v')}Value Gap${action('return v')}
Value = Object / Array / String / Number / "true"${action('return true')} / "false"${action('return false')} / "null"${action('return null')}
Object = "{" Gap ${label('list')}(${label('first')}Member ${label('rest')}("," Gap ${label('m')}Member${action('return m')})*${action('return [first, ...rest]')})? "}"${action('const out = {}; if (list !== null) for (const [k, v] of list) out[k] = v; return out')}
Member = ${label('k')}String Gap ":" Gap ${label('v')}Value Gap${action('return [k, v]')}
Array = "[" Gap ${label('list')}(${label('first')}Item ${label('rest')}("," Gap ${label('i')}Item${action('return i')})*${action('return [first, ...rest]')})? "]"${action('return list ?? []')}
Item = ${label('v')}Value Gap${action('return v')}
String = '"' ${label('parts')}([^"\\\\\\x00-\\x1f]+ / Escape)* '"'${action('const s = text(); return s.includes("\\\\") ? JSON.parse(s) : s.slice(1, -1)')}
Escape = "\\\\" (["\\\\/bfnrt] / "u" Hex Hex Hex Hex)
Hex = [0-9a-fA-F]
Number = "-"? ("0" / [1-9] [0-9]*) ("." [0-9]+)? ([eE] [+-]? [0-9]+)?${action('return Number(text())')}
Gap = [ \\t\\n\\r]*
`
}

const recogniser = peggy.generate(rules(false), { output: 'parser' })
const builder = peggy.generate(rules(true), { output: 'parser' })

/** Whether the text is JSON, by Peggy's parser of the same rules. */
export function recognise(text: string): boolean {
  try {
    recogniser.parse(text)
    return true
  } catch {
    return false
  }
}

/** The value of the text, by Peggy's actions. */
export function buildValue(text: string): unknown {
  return builder.parse(text)
}
