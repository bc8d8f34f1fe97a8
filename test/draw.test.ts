import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import {
  drawHtml,
  drawnRulesOf,
  drawnRulesOfGbnf,
  drawSvg,
  drawTrace,
  printSpans,
  spansOf,
  type Drawing,
} from '../src/draw/index.ts'
import { MaxDrawn } from '../src/draw/from-arena.ts'
import { formatByName } from '../src/formats/index.ts'
import { readGbnf } from '../src/gbnf/read.ts'
import { buildGrammar } from '../src/grammar.ts'
import { traceSteps } from '../src/machine/trace.ts'
import type { Arena } from '../src/peg/arena.ts'
import { fromPeggy } from '../src/peggy.ts'
import { chromium, dumpPage } from './smoke/browser.ts'
import { createTestFolder, runCli } from './support/cli.ts'
import { projectRoot } from './support/sources.ts'

const folder = createTestFolder()
afterAll(() => folder.remove())

const sums = fromPeggy(`
  sum = head:term tail:("+" term)*
  term = number ("," number)* / "(" sum ")" / "<|odd & \\u202e\\0 日本🌧️|>" / !"x" [^a]|2..5|
  number = [0-9]+
`)
const tools = [
  {
    type: 'function',
    function: {
      name: 'weather',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string' }, days: { type: 'integer', maximum: 9 } },
        required: ['city'],
      },
    },
  },
] as const
const long = `root ::= ${'"abcdefghij" [a-z]+ '.repeat(40)}| "${'x'.repeat(300)}" | (item ", "){3,7} item\nitem ::= .? ""\n`
const reading = readGbnf(long)
if (!reading.ok) throw new Error('the grammar is right')

function arenaOf(name: string): Arena {
  const format = formatByName(name)
  if (format === undefined) throw new Error(`there is no ${name}`)
  return format({ tools, reasoning: 'on' }).arena()
}

const drawings: readonly Drawing[] = [
  { title: 'sums <&>', rules: drawnRulesOf(sums) },
  { title: 'long', rules: drawnRulesOfGbnf(reading.grammar) },
  ...['hermes', 'gpt-oss', 'deepseek-v3', 'qwen3-coder', 'kimi-k3'].flatMap((title) =>
    (['reading', 'grammar'] as const).map((view) => ({
      title: `${title}, ${view}`,
      rules: drawnRulesOf(arenaOf(title), view),
    })),
  ),
]

describe('a drawing', () => {
  it('shows texts, classes, rules and tags, and joins a list to one loop', () => {
    const rules = drawnRulesOf(sums)
    expect(rules.map(({ name }) => name)).toEqual(['root', 'sum', 'term', 'number'])
    expect(rules[2]?.diagram).toMatchObject({
      kind: 'choice',
      items: [
        {
          kind: 'repeat',
          item: { kind: 'rule', name: 'number' },
          between: { kind: 'literal', text: '","' },
          min: 1,
          max: null,
        },
        { kind: 'sequence' },
        { kind: 'literal', text: '"<|odd & \\u{202e}\\u0000 日本🌧️|>"' },
        { kind: 'sequence', items: [{ kind: 'label', label: 'unless followed by' }, {}] },
      ],
    })
    const svg = drawSvg({ title: 't', rules })
    expect(svg).toMatch(/<g class="caption">\s*<text [^>]*>head</)
    expect(svg).toContain('2 to 5 times')
  })

  it('leaves out what no text matches', () => {
    const arena = buildGrammar((p) => p.sequence('a', p.choice(p.recover('b'), 'c')))
    expect(drawnRulesOf(arena, 'grammar')[0]?.diagram).toEqual({
      kind: 'sequence',
      items: [
        { kind: 'literal', text: '"a"' },
        { kind: 'literal', text: '"c"' },
      ],
    })
    expect(JSON.stringify(drawnRulesOf(arena))).toContain('recovery')
  })

  it('ends at its limit where parts are shared without end', () => {
    const arena = buildGrammar((p) => {
      let node = p.choice('a', 'b')
      for (let i = 0; i < 40; i++) node = p.sequence(node, node)
      return node
    })
    const text = JSON.stringify(drawnRulesOf(arena))
    expect(text).toContain('…')
    expect(text.length).toBeLessThan(MaxDrawn * 100)
  })
})

if ('path' in chromium) {
  const { path } = chromium
  describe('in Chromium', () => {
    it('links every rule, and nothing overflows', async () => {
      const frames = drawings.flatMap((drawing) => [drawSvg(drawing), drawHtml(drawing)])
      const found = await inspect(path, frames)
      expect(found).toHaveLength(frames.length)
      for (const [i, { links, faults, boxes }] of found.entries()) {
        expect(faults, drawings[i >> 1]?.title).toEqual([])
        expect(boxes).toBeGreaterThan(5)
        expect(links).toBeGreaterThan(0)
      }
    }, 90_000)

    it('shows a parse as nested boxes, with its steps', async () => {
      const odd = '(1+<|odd & \u202e\0 日本🌧️|>)+12'
      const pages = [odd, `${odd}!`, '(1'].map((text) =>
        drawTrace('sums', text, traceSteps(sums, text)),
      )
      const found = await inspect(path, pages)
      expect(found.map(({ faults }) => faults)).toEqual([[], [], []])
      expect(found[0]?.links).toBeGreaterThan(10)
      expect(found[0]?.shown).toContain('(1+<|odd & ')
    }, 90_000)
  })
} else {
  it.skip(`draws in Chromium (${chromium.reason})`)
}

interface Found {
  readonly links: number
  readonly boxes: number
  readonly faults: readonly string[]
  readonly shown: string
}

const look = readFileSync(`${projectRoot}test/smoke/inspect-picture.mjs`, 'utf8')

/** Shows pages in frames of one page and gives what stands out in each. */
async function inspect(browser: string, pages: readonly string[]): Promise<Found[]> {
  const frames = pages.map((page) => {
    const whole = page.startsWith('<svg') ? `<!doctype html><body>${page}` : page
    const quoted = whole.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    return `<iframe width="1100" height="800" srcdoc="${quoted}"></iframe>`
  })
  const script = `${look.replace('export ', '')}
onload = () => {
  const frames = [...document.querySelectorAll('iframe')]
  const found = JSON.stringify(frames.map((frame) => inspectPicture(frame.contentDocument)))
  document.body.textContent = 'found' + btoa(unescape(encodeURIComponent(found))) + 'end'
}`
  const page = `<!doctype html><meta charset="utf-8"><body>${frames.join('')}<script>${script}</script>`
  const dom = await dumpPage(browser, folder.file('all.html', page))
  const [, code = ''] = /found([\w+/=]*)end/.exec(dom) ?? []
  return JSON.parse(Buffer.from(code, 'base64').toString('utf8')) as Found[]
}

describe('spans', () => {
  it('stand under the text that each rule and tag read', () => {
    const text = '1+(2+3)'
    expect(printSpans(text, spansOf(traceSteps(sums, text), text.length))).toBe(
      [
        '  1+(2+3)',
        '  ───────  sum',
        '  ─        head:',
        '  ─        term',
        '  ─        number',
        '   ──────  tail:',
        '    ─────  term',
        '     ───   sum',
        '     ─     head:',
        '     ─     term',
        '     ─     number',
        '      ──   tail:',
        '       ─   term',
        '       ─   number',
      ].join('\n'),
    )
  })

  it('hold nothing that was undone, and go on in further blocks', () => {
    const arena = fromPeggy('a = b "!" / c\nb = "日\\n"+\nc = "日\\n"+')
    const text = '日\n'.repeat(4)
    expect(printSpans(text, spansOf(traceSteps(arena, text), text.length), 9)).toBe(
      [
        '  日␊日␊日␊',
        '  ─────────  a',
        '  ─────────  c',
        '',
        '  日␊',
        '  ───        a (goes on)',
        '  ───        c (goes on)',
      ].join('\n'),
    )
    expect(spansOf(traceSteps(arena, '日\n日'), 3)).toEqual([])
    expect(spansOf(traceSteps(arena, '日\n日', { final: false }), 3)[0]?.open).toBe(true)
  })
})

describe('pegbnf draw', () => {
  const peggy = folder.file('sums.peggy', 'sum = n:number ("+" n:number)*\nnumber = [0-9]+\n')

  it('writes a picture or a page', async () => {
    const [svg, html] = [folder.file('out.svg', ''), folder.file('out.html', '')]
    expect(await runCli(['draw', peggy, '-o', svg])).toMatchObject({ code: 0, out: '', err: '' })
    expect(readFileSync(svg, 'utf8')).toMatch(
      /^<svg [^>]*viewBox[^]*id="rule-number"[^]*<\/svg>\n$/,
    )
    expect(await runCli(['draw', peggy, '-o', html])).toMatchObject({ code: 0 })
    expect(readFileSync(html, 'utf8')).toMatch(/used in <a href="#rule-sum">sum<\/a>/)
  })

  it('draws formats and any GBNF, and refuses what is none', async () => {
    const left = folder.file('a.gbnf', 'root ::= "a" root | b\nb ::= [^"\\\\]{2,3}\n')
    expect((await runCli(['draw', left])).out).toContain('>&#91;^"')
    expect((await runCli(['draw', 'hermes', '--strict'])).out).toContain('reasoning')
    const broken = folder.file('b.gbnf', 'root ::= root\n')
    expect(await runCli(['draw', broken])).toMatchObject({ code: 2 })
    expect((await runCli(['draw', peggy, '-o', 'x.png'])).err).toContain('neither in .svg')
  })

  it('shows a parse', async () => {
    expect((await runCli(['trace', peggy, '--spans'], '1+2')).out).toContain(
      '  1+2\n  ───  sum\n  ─    n:\n',
    )
    const page = folder.file('trace.html', '')
    expect(await runCli(['trace', peggy, '--html', '-o', page], '1+')).toMatchObject({ code: 0 })
    expect(readFileSync(page, 'utf8')).toContain('came to offset 2, where none of these fits')
    expect((await runCli(['trace', peggy, '--html', '--spans'], '1')).code).toBe(2)
  })
})
