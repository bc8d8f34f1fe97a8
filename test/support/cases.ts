/**
 * One case of a fixture file:
 *
 * ```
 * ================================
 * what it shows
 * :attribute value
 * ================================
 * input, verbatim
 * --------------------------------
 * what comes out
 * ```
 *
 * The newline before a fence belongs to neither side. A fence may end in a suffix of its own, which
 * all fences of the case then have, so that the input may hold lines of `=` and `-`. More parts may
 * follow, each behind its fence of `-`.
 */
export interface Case {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly input: string
  readonly parts: readonly string[]
}

/** What a reader of cases knows. */
export interface CaseFormat {
  /** The attributes that mean something here; `escaped` always does. */
  readonly attributes: readonly string[]
}

const heading = /^={3,}([^=\s]*)$/

/** Reads a fixture file. What is wrong with it is thrown: it is the author's mistake. */
export function readCases(text: string, { attributes }: CaseFormat): Case[] {
  const lines = text.split('\n')
  const cases: Case[] = []
  const known = new Set(['escaped', ...attributes])
  let at = skipBlank(lines, 0)
  while (at < lines.length) {
    const { found, next } = readCase(lines, at, known)
    if (cases.some(({ name }) => name === found.name)) fail(at, `"${found.name}" is there twice`)
    cases.push(found)
    at = skipBlank(lines, next)
  }
  if (cases.length === 0) fail(0, 'no case')
  return cases
}

function readCase(
  lines: readonly string[],
  start: number,
  known: ReadonlySet<string>,
): { found: Case; next: number } {
  const suffix = heading.exec(lines[start] ?? '')?.[1]
  if (suffix === undefined) fail(start, 'a case begins with a line of =')
  const opens = (line: string): boolean => heading.exec(line)?.[1] === suffix
  const divides = (line: string): boolean =>
    /^-{3,}/.test(line) && line.replace(/^-+/, '') === suffix

  const header: string[] = []
  let at = start + 1
  while (at < lines.length && !opens(lines[at] ?? '')) header.push(lines[at++] ?? '')
  const [name, ...rest] = header
  if (name === undefined || name === '' || at === lines.length) fail(start, 'a case needs a name')
  const attributes = readAttributes(rest, start + 2, known)

  const parts: string[][] = [[]]
  for (at++; at < lines.length; at++) {
    const line = lines[at] ?? ''
    // Behind the input any fence of = begins the next case; before that only one like the first.
    if (parts.length > 1 ? heading.test(line) : opens(line)) break
    if (divides(line)) parts.push([])
    else parts.at(-1)?.push(line)
  }
  const [input = [], ...outputs] = parts
  if (outputs.length === 0) fail(start, `"${name}" has no fence of - behind its input`)
  return {
    found: {
      name,
      attributes,
      input: attributes.has('escaped') ? unescape(input.join('\n')) : input.join('\n'),
      parts: outputs.map((part) => part.join('\n').trim()),
    },
    next: at,
  }
}

function readAttributes(
  lines: readonly string[],
  start: number,
  known: ReadonlySet<string>,
): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [i, line] of lines.entries()) {
    const [, key, value] = /^:(\S+) ?(.*)$/.exec(line) ?? []
    if (key === undefined || value === undefined) fail(start + i, 'an attribute begins with :')
    if (!known.has(key)) fail(start + i, `the attribute :${key} means nothing here`)
    attributes.set(key, value)
  }
  return attributes
}

/** Writes cases as `readCases` reads them. */
export function printCases(cases: readonly Case[]): string {
  return `${cases.map(printCase).join('\n\n')}\n`
}

function printCase({ name, attributes, input, parts }: Case): string {
  const written = attributes.has('escaped') ? escape(input) : input
  const clash = /^(?:={3,}[^=\s]*|-{3,})$/m.test(written)
  const fence = (char: string): string => char.repeat(40) + (clash ? '|' : '')
  const header = [...attributes].map(([key, value]) => `:${key} ${value}`.trimEnd())
  const outputs = parts.flatMap((part) => [fence('-'), part])
  return [fence('='), name, ...header, fence('='), written, ...outputs].join('\n')
}

/** JSON's escapes, for what an editor would not keep. Line breaks may stand as they are. */
function unescape(text: string): string {
  return JSON.parse(`"${text.replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`) as string
}

function escape(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')
}

function skipBlank(lines: readonly string[], start: number): number {
  let at = start
  while (at < lines.length && (lines[at] ?? '').trim() === '') at++
  return at
}

function fail(line: number, what: string): never {
  throw new Error(`line ${line + 1}: ${what}`)
}
