import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { profiles } from '../src/chat/profiles.ts'
import { describeFormat } from '../src/formats/describe.ts'
import { formatList } from '../src/formats/registry.ts'
import { emitGbnf } from '../src/gbnf/emit.ts'
import { buildGrammar } from '../src/grammar.ts'
import type { Builder, Operand } from '../src/peg/builder.ts'
import { combinators, lossy } from './support/combinators.ts'

const url = (path: string): URL => new URL(`../${path}`, import.meta.url)

/** The doc line of each method: what it matches, and its rule in PEG notation. */
function docLines(): Map<string, { says: string; notation: string }> {
  const found = new Map<string, { says: string; notation: string }>()
  for (const file of ['primitives', 'builder', 'compositions', 'families']) {
    const source = readFileSync(url(`src/peg/${file}.ts`), 'utf8')
    for (const match of source.matchAll(
      /\/\*\* ([^\n]*?)(?: `([^`\n]*->[^`\n]*)`)? \*\/\n {2}(\w+)\(/g,
    )) {
      const [, says = '', notation = '', name = ''] = match
      if (name in combinators) found.set(name, { says, notation })
    }
  }
  return found
}

const escape = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '\\<')

const cell = (code: string): string => (code === '' ? '' : `\`${code.replaceAll('|', '\\|')}\``)

function imageOf(example: (p: Builder) => Operand): string {
  const rules = emitGbnf(buildGrammar(example)).gbnf.trim().split('\n')
  const [root = '', first] = rules
  const body = root.slice('root ::= '.length)
  // A root that is only a name says nothing; what it names does.
  return first?.startsWith(`${body} ::= `) === true ? first : body
}

function combinatorTable(): string {
  const docs = docLines()
  const rows = Object.entries(combinators).map(([name, [call, example]]) => {
    const { says, notation } = docs.get(name) ?? { says: '', notation: '' }
    expect(says, `${name} has no doc line`).not.toBe('')
    const gap = Object.entries(lossy).find(([key]) => key === name)?.[1]
    const image =
      gap === undefined ? cell(imageOf(example)) : `${cell(imageOf(example))} *lossy: ${gap}*`
    return `| ${cell(call)} | ${says.replace(/\.$/, '')} | ${cell(notation.replace('S -> ', ''))} | ${image} |`
  })
  return ['| call | matches | PEG | GBNF |', '|---|---|---|---|', ...rows].join('\n')
}

/** Compares a marked part of the README with what it should be; `UPDATE=1` rewrites it. */
function checkPart(name: string, wanted: string): void {
  const file = url('README.md')
  const readme = readFileSync(file, 'utf8')
  const part = new RegExp(`<!-- ${name} -->\\n[\\s\\S]*?<!-- /${name} -->`)
  // Aligned columns would make the lines of a wide table unreadable.
  const whole = `<!-- ${name} -->\n<!-- prettier-ignore -->\n${wanted}\n\n<!-- /${name} -->`
  if (process.env['UPDATE'] === '1') {
    writeFileSync(
      file,
      readme.replace(part, () => whole),
    )
  } else {
    expect(part.exec(readme)?.[0]).toBe(whole)
  }
}

function formatTable(): string {
  const rows = formatList.map(
    ({ name, summary, aliases }) =>
      `| ${cell(name)} | ${escape(summary)} | ${aliases.join(', ')} |`,
  )
  return ['| format | how it writes, and who | also called |', '|---|---|---|', ...rows].join('\n')
}

/** What each format can do, as `pegbnf formats` tells it. */
function factsPage(): string {
  const list = (texts: readonly string[]): string => texts.map(shown).join(' ')
  const rows = formatList.map(describeFormat).map((facts) => {
    const { reasoning, triggers } = facts
    const thinks =
      reasoning === null
        ? ''
        : list([reasoning.open, reasoning.close].filter((text) => text !== ''))
    const calls = !facts.tools ? 'none' : facts.parallel ? 'several' : 'one'
    const cells = [
      cell(facts.name),
      thinks,
      calls,
      facts.ids,
      list(triggers.map((one) => one.value)),
    ]
    return `| ${cells.join(' | ')} | ${list(facts.stops)} |`
  })
  return [
    '<!-- prettier-ignore-start -->',
    '# Formats',
    '',
    'What each format reads and prints; `pegbnf formats --json` has the same, with preserved tokens. Who writes which is',
    'in the README. Every grammar is eager where a call is required; where calls may come, a trigger switches a lazy one on.',
    '',
    '| format | reasoning | calls | ids | triggers | stops |',
    '|---|---|---|---|---|---|',
    ...rows,
    '<!-- prettier-ignore-end -->',
    '',
  ].join('\n')
}

/** A text as code in a table: line breaks and pipes would end it. */
function shown(text: string): string {
  const plain = text.replaceAll('\n', '⏎').replaceAll('|', '\\|')
  return plain.includes('`') ? `\`\` ${plain} \`\`` : `\`${plain}\``
}

/** Each policy with its doc comment, and what the profiles choose. */
function policyTable(): string {
  const source = readFileSync(url('src/chat/policy.ts'), 'utf8')
  const found = source.matchAll(
    /\/\*\*\s+((?:(?!\*\/)[\s\S])*?)\s*\*\/\s+readonly (\w+):((?: \|? ?'\w+')+)/g,
  )
  const docs = new Map(
    [...found].map(([, doc = '', name = '']) => [
      name,
      doc.replace(/^\*\s*/, '').replaceAll(/\s+\*?\s*/g, ' '),
    ]),
  )
  const [first, ...others] = Object.values(profiles)
  const rows = Object.entries(first?.policies ?? {}).map(([name, value]) => {
    const doc = docs.get(name) ?? ''
    expect(doc, `${name} has no doc comment`).not.toBe('')
    const same = others.map(({ policies }) => {
      const other = Object.entries(policies).find(([key]) => key === name)?.[1]
      return other === value ? '' : cell(String(other))
    })
    return `| ${cell(name)} | ${escape(doc)} | ${[cell(String(value)), ...same].join(' | ')} |`
  })
  const names = Object.keys(profiles)
  const head = ['policy', 'decides', ...names]
  return [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows].join('\n')
}

it('the README lists the formats', () => checkPart('formats', formatTable()))
it('docs/formats.md says what each format can do', () => {
  const file = url('docs/formats.md')
  if (process.env['UPDATE'] === '1') writeFileSync(file, factsPage())
  else expect(readFileSync(file, 'utf8')).toBe(factsPage())
})
it('the README lists the policies and what each profile chooses', () => {
  checkPart('policies', policyTable())
})
it('the README shows every combinator with its rule and its image in GBNF', () => {
  checkPart('combinators', combinatorTable())
})
