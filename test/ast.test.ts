import { describe, expect, it } from 'vitest'
import { createAst, type AstNode } from '../src/ast/node.ts'
import { printAst } from '../src/ast/print.ts'
import { findNode, findNodes, visitAst } from '../src/ast/visit.ts'
import { buildGrammar } from '../src/grammar.ts'
import { openMachine, parseText } from '../src/machine/parse.ts'
import type { Arena } from '../src/peg/arena.ts'

const calls = buildGrammar((p) =>
  p.sequence(
    p.tag('content', p.until('<')),
    p.zeroOrMore(
      p.rule(
        'call',
        p.sequence(
          '<',
          p.tag('name', p.chars('[a-z]')),
          '(',
          p.tag('arguments', p.until(')')),
          ')>',
        ),
      ),
    ),
  ),
)

const lists = buildGrammar((p) => p.rule('list', p.sequence('[', p.zeroOrMore(p.ref('list')), ']')))

function ast(arena: Arena, text: string, { final = true, maxDepth = 512 } = {}): AstNode {
  const machine = openMachine(arena, { limits: { maxDepth } })
  machine.feed(text)
  if (final) machine.finish()
  return createAst(machine, arena)
}

describe('createAst', () => {
  it('has the tags and rules with their places and texts', () => {
    const root = ast(calls, 'hi <add(1, 2)>')
    expect(root.children.map(({ tag, rule, start, end }) => [tag ?? rule, start, end])).toEqual([
      ['content', 0, 3],
      ['call', 3, 14],
    ])
    expect(root.children[1]?.children.map(({ text }) => text)).toEqual(['add', '1, 2'])
    expect(root).toMatchObject({ start: 0, end: 14, open: false, text: 'hi <add(1, 2)>' })
  })

  it('marks what is still open, and ends it where the text read so far ends', () => {
    const root = ast(calls, 'hi <add(1, ', { final: false })
    const call = root.children[1]
    expect(root.open).toBe(true)
    expect(call).toMatchObject({ rule: 'call', open: true, start: 3, end: 11 })
    expect(call?.children.map(({ tag, open, text }) => [tag, open, text])).toEqual([
      ['name', false, 'add'],
      ['arguments', true, '1, '],
    ])
  })

  it('is a snapshot: it stays as it is when the machine reads on', () => {
    const machine = openMachine(calls)
    machine.feed('hi <ad')
    const before = createAst(machine, calls)
    machine.feed('d()>')
    expect(printAst(before)).toBe('(text\n  (:content "hi ")\n  (call (:name "ad" …) …) …)')
  })

  it('makes a node once', () => {
    const root = ast(calls, 'x<a()>')
    expect(root.children).toBe(root.children)
  })

  it('shows nothing of an atomic that is not whole', () => {
    const arena = buildGrammar((p) => p.atomic(p.sequence(p.tag('a', 'a'), p.tag('b', 'b'))))
    expect(printAst(ast(arena, 'a', { final: false }))).toBe('(text "" …)')
    expect(printAst(ast(arena, 'ab'))).toBe('(text (:a "a") (:b "b"))')
  })

  it('keeps what was read before a limit', () => {
    expect(printAst(ast(lists, '[[[', { maxDepth: 2 }))).toBe('(text\n  (list (list "[" …) …) …)')
  })
})

describe('findNodes', () => {
  it('finds tags and rules at any depth, in the order of the text', () => {
    const root = ast(calls, 'x<a()><b(1)>')
    expect(findNodes(root, { tag: 'name' }).map(({ text }) => text)).toEqual(['a', 'b'])
    expect(findNodes(root, { rule: 'call' }).map(({ start }) => start)).toEqual([1, 6])
    expect(findNodes(root, { tag: 'call' })).toEqual([])
  })

  it('does not find the node it starts from', () => {
    const [outer] = ast(lists, '[[]]').children
    expect(outer && findNodes(outer, { rule: 'list' })).toHaveLength(1)
  })

  it('finds the first one alone', () => {
    const root = ast(calls, 'x<a()><b(1)>')
    expect(findNode(root, { tag: 'name' })?.text).toBe('a')
    expect(findNode(root, { tag: 'none' })).toBeUndefined()
  })
})

describe('visitAst', () => {
  it('enters and leaves in the order of the text', () => {
    const seen: string[] = []
    visitAst(ast(calls, 'x<a()>'), {
      enter: (node, depth) => void seen.push(`${depth}${node.tag ?? node.rule ?? ''}`),
      leave: (node, depth) => void seen.push(`/${depth}${node.tag ?? node.rule ?? ''}`),
    })
    expect(seen.join(' ')).toBe(
      '0 1content /1content 1call 2name /2name 2arguments /2arguments /1call /0',
    )
  })

  it('leaves out what is inside a node where it is told so', () => {
    const seen: (string | undefined)[] = []
    visitAst(ast(calls, 'x<a()>'), {
      enter: (node) => {
        seen.push(node.tag ?? node.rule)
        return node.rule !== 'call'
      },
    })
    expect(seen).toEqual([undefined, 'content', 'call'])
  })

  it('walks and prints nesting of any depth', () => {
    const depth = 50_000
    const root = ast(lists, '['.repeat(depth) + ']'.repeat(depth), { maxDepth: depth })
    expect(findNodes(root, { rule: 'list' })).toHaveLength(depth)
    expect(printAst(root).length).toBeLessThan(200 * depth)
  })
})

describe('printAst', () => {
  it('puts a node on one line while it fits, else its children below it', () => {
    expect(printAst(ast(calls, 'hi <add(1)>'))).toBe(
      ['(text', '  (:content "hi ")', '  (call (:name "add") (:arguments "1")))'].join('\n'),
    )
    expect(printAst(ast(calls, `x<add(${'1'.repeat(70)})>`))).toBe(
      [
        '(text',
        '  (:content "x")',
        '  (call',
        '    (:name "add")',
        `    (:arguments "${'1'.repeat(70)}")))`,
      ].join('\n'),
    )
  })

  it('escapes text as JSON does', () => {
    const arena = buildGrammar((p) => p.tag('t', p.rest()))
    expect(printAst(createAst(parseText(arena, 'a"\n'), arena))).toBe('(text (:t "a\\"\\n"))')
  })
})
