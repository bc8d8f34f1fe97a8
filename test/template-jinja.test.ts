import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileTemplate, TemplateError } from '../src/template/index.ts'

const render = (source: string, context: Readonly<Record<string, unknown>> = {}): string =>
  compileTemplate(source).render(context)

/** Each line: a template, and what Jinja2 with Hugging Face's settings makes of it. */
const cases: readonly (readonly [source: string, text: string])[] = [
  // White space around tags.
  ['a\n{% if true %}\nb\n{% endif %}\nc\n', 'a\nb\nc'],
  ['  {% if true %}x{% endif %}', 'x'],
  ['  {%+ if true %}x{% endif %}', '  x'],
  ['{% if true +%}\nx{% endif %}', '\nx'],
  ['a  {{- "b" -}}  c', 'abc'],
  ['a {#- gone -#} b', 'ab'],
  ['  {# gone #}\nx', 'x'],
  ['{% raw %}{{ x }}{% endraw %}', '{{ x }}'],
  ['x {{ "a" }}\n', 'x a'],
  // Operators.
  [
    '{{ 1 + 2 * 3 }} {{ 7 // 2 }} {{ -7 // 2 }} {{ -7 % 3 }} {{ 7 / 2 }} {{ 4 / 2 }} {{ 2 ** 3 }}',
    '7 3 -4 2 3.5 2.0 8',
  ],
  ['{{ "a" ~ 1 ~ none ~ true }}', 'a1NoneTrue'],
  ['{{ "ab" * 2 }} {{ [1] + [2] }}', 'abab [1, 2]'],
  ['{{ 1 < 2 < 3 }} {{ 3 > 2 > 2 }} {{ "a" in "cat" }} {{ 1 not in [2] }}', 'True False True True'],
  ['{{ not true or true }} {{ none or "x" }} {{ 0 and 1 }}', 'True x 0'],
  ['{{ "y" if false }}{{ "a" if false else "b" if false else "c" }}', 'c'],
  ['{{ "%s is %d%%" % ("x", 3) }} {{ "%05.1f" % 2.25 }}', 'x is 3% 002.3'],
  // Unpacked arguments.
  [
    '{% macro m(a, b, c=3) %}{{ a }}{{ b }}{{ c }}{% endmacro %}{{ m(*[1, 2]) }} {{ m(1, *[2], **{"c": 4}) }}',
    '123 124',
  ],
  // Values as text.
  ['{{ [1, 2.0, "a", none, true, {"k": "it\'s"}] }}', `[1, 2.0, 'a', None, True, {'k': "it's"}]`],
  ['{{ {"a": [1], 2: "b"} }}', "{'a': [1], 2: 'b'}"],
  ['{{ missing }}|{{ missing is defined }}|{{ missing | default("d") }}', '|False|d'],
  ['{{ "" | default("d") }}|{{ "" | default("d", true) }}', '|d'],
  ['{{ 1e20 }} {{ 0.00001 }} {{ 1.5 }}', '1e+20 1e-05 1.5'],
  // JSON.
  [
    '{{ {"a": [1, none, true], "é": "<&>\'\\n"} | tojson }}',
    '{"a": [1, null, true], "é": "<&>\'\\n"}',
  ],
  ['{{ {"a": {}, "b": [1]} | tojson(indent=2) }}', '{\n  "a": {},\n  "b": [\n    1\n  ]\n}'],
  ['{{ {"b": 1, "a": 2} | tojson(separators=(",", ":"), sort_keys=true) }}', '{"a":2,"b":1}'],
  // Strings.
  ['{{ " a b ".strip() }}|{{ "xxaxx".strip("x") }}|{{ "a,b,c".split(",", 1)[1] }}', 'a b|a|b,c'],
  ['{{ "a</think>b".split("</think>")[-1] }} {{ "abc"[::-1] }} {{ "abc"[-2:] }}', 'b cba bc'],
  ['{{ "é😀x"[1] }} {{ "😀😀" | length }}', '😀 2'],
  [
    '{{ "a\\n\\tb" | indent(2) }}|{{ "x" | upper }}|{{ "hello wORLD" | title }}',
    'a\n  \tb|X|Hello World',
  ],
  ['{{ "{} {0} {n}".format(1, n=2) }} {{ "abc".startswith(("x", "a")) }}', '1 1 2 True'],
  ['{{ "a" "b" }}{{ \'\\u00e9\' }}', 'abé'],
  // Lists and dicts.
  [
    '{{ [3, 1, 2] | sort | join("-") }} {{ ["b", "A"] | sort | join }} {{ [1, 1, 2] | unique | list }}',
    '1-2-3 Ab [1, 2]',
  ],
  [
    '{{ [{"a": 1}, {"a": 2}] | map(attribute="a") | list }} {{ ["a"] | map("upper") | first }}',
    '[1, 2] A',
  ],
  [
    '{{ [1, 2, 3] | select("odd") | list }} {{ [1, 2] | reject("equalto", 1) | list }}',
    '[1, 3] [2]',
  ],
  ['{{ [{"a": 1}, {"b": 1}] | selectattr("a", "defined") | list | length }}', '1'],
  ['{% for k, v in {"b": 1, "a": 2} | dictsort %}{{ k }}{{ v }}{% endfor %}', 'a2b1'],
  ['{% for k, v in {"b": 1}.items() %}{{ k }}={{ v }}{% endfor %}', 'b=1'],
  [
    '{{ {"a": none}.get("a", 1) }} {{ {"a": none}["a"] is none }} {{ [none][0] is none }}',
    'None True True',
  ],
  ['{{ {"keys": 1}["keys"] }} {{ {"x": 1}.keys() | list }}', "1 ['x']"],
  // Loops.
  [
    '{% for x in [1, 2, 3] if x != 2 %}{{ loop.index }}{{ x }}{{ "," if not loop.last }}{% endfor %}',
    '11,23',
  ],
  ['{% for x in [] %}x{% else %}none{% endfor %}', 'none'],
  [
    '{% for x in [1, 2, 3, 4] %}{% if x == 2 %}{% continue %}{% endif %}{% if x == 4 %}{% break %}{% endif %}{{ x }}{% endfor %}',
    '13',
  ],
  ['{% for x in [[1, [2]]] recursive %}{{ x if x is number else loop(x) }}{% endfor %}', '12'],
  [
    '{% for x in "ab" %}{{ loop.previtem | default("-") }}{{ loop.nextitem | default("-") }}{% endfor %}',
    '-ba-',
  ],
  [
    '{% for x in [1, 1, 2] %}{{ loop.changed(x) }}{{ loop.cycle("a", "b") }}{% endfor %}',
    'TrueaFalsebTruea',
  ],
  // Names.
  ['{% set x = 1 %}{% for i in [1] %}{% set x = 2 %}{% endfor %}{{ x }}', '1'],
  ['{% set n = namespace(x=1) %}{% for i in [1] %}{% set n.x = 2 %}{% endfor %}{{ n.x }}', '2'],
  ['{% set a, b = [1, 2] %}{{ a }}{{ b }}{% set t %}x{{ a }}{% endset %}{{ t }}', '12x1'],
  ['{% macro m(a, b="d") %}{{ a }}{{ b }}{% endmacro %}{{ m(1) }}{{ m(b=2, a=3) }}', '1d32'],
  ['{% macro m() %}<{{ caller(1) }}>{% endmacro %}{% call(x) m() %}{{ x }}{% endcall %}', '<1>'],
  ['{% filter upper %}a{% endfilter %}{% with x = 1 %}{{ x }}{% endwith %}{{ x }}', 'A1'],
  ['{% generation %}x{% endgeneration %}{{ range(1, 7, 2) | list }}', 'x[1, 3, 5]'],
  [
    '{{ x is mapping }}{{ [] is sequence }}{{ "" is string }}{{ 1.0 is integer }}{{ true is number }}',
    'FalseTrueTrueFalseTrue',
  ],
  [
    '{{ 5 is divisibleby 5 and 4 is even }} {{ 2 is in [2] }} {{ x is not none }}',
    'True True True',
  ],
]

describe('a template', () => {
  it.each(cases)('%j', (source, text) => {
    expect(render(source)).toBe(text)
  })

  it('tells the time that it is given', () => {
    const now = new Date(2026, 6, 4, 15, 5)
    const source = '{{ strftime_now("%d %b %Y, %-d %B %H:%M %I %p %A %%") }}'
    expect(compileTemplate(source).render({}, { now })).toBe(
      '04 Jul 2026, 4 July 15:05 03 PM Saturday %',
    )
  })

  it('takes data with odd keys, and changes none of it', () => {
    const data = JSON.parse('{"__proto__": {"x": 1}, "list": [1]}')
    expect(
      render('{{ d["__proto__"].x }}{{ d.constructor }}{% do d.list.append(2) %}', { d: data }),
    ).toBe('1')
    expect(data.list).toEqual([1])
  })
})

describe('a fault has its code', () => {
  it.each([
    ['{% for x in y %}', 'template-syntax'],
    ['{{ x', 'template-syntax'],
    ['{% unknown %}', 'template-syntax'],
    ['{{ ")" ] }}', 'template-syntax'],
    ['{{ 1 + "a" }}', 'template-error'],
    ['{{ x.y.z }}', 'template-error'],
    ['{{ 1 | nofilter }}', 'template-error'],
    ['{{ 1 / 0 }}', 'template-error'],
    ['{{ raise_exception("no") }}', 'template-raised'],
    [`${'{{ ('.repeat(1)}${'('.repeat(300)}1${')'.repeat(301)} }}`, 'template-limit'],
    ['{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}', 'template-limit'],
    [
      '{% set n = namespace(t="aa") %}{% for i in range(99) %}{% set n.t = n.t ~ n.t %}{% endfor %}',
      'template-limit',
    ],
    ['{{ "a" * 999999999 }}', 'template-limit'],
  ])('%s', (source, code) => {
    let thrown: unknown
    try {
      render(source)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(TemplateError)
    expect(thrown instanceof TemplateError && thrown.code).toBe(code)
  })

  it('whatever the text is', () => {
    const piece = constantFrom(
      ...'{{ }} {% %} {# #} - + if for in endif endfor set else x ( ) [ ] . | " \' 1 , : = is not a\n'.split(
        ' ',
      ),
    )
    assert(
      property(array(piece, { maxLength: 25 }), (pieces) => {
        try {
          compileTemplate(pieces.join(' ')).render({ x: [1] }, { maxSteps: 10_000 })
        } catch (error) {
          expect(error).toBeInstanceOf(TemplateError)
        }
      }),
    )
  })
})
