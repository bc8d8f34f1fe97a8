import type { Command } from './command.ts'

/** The overview: what there is, and how to learn more. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  const list = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)
  return `pegbnf: one grammar for a language model's output, to write it, read it and stream it

usage: pegbnf COMMAND [arguments]

${list.join('\n')}

  pegbnf COMMAND --help   what a command does, with examples
  pegbnf --version        the version

exit codes: 0 done, 1 the answer is no, 2 called wrongly, 3 a valid beginning (check), 70 a bug
`
}

/** The help of one command. */
export function commandHelp(command: Command): string {
  const { name, description, examples, exits } = command
  return [
    command.usage.map((line, i) => `${i === 0 ? 'usage:' : '      '} pegbnf ${name} ${line}`),
    [description],
    section('options', optionRows(command)),
    section(
      'exit codes',
      exits.map(([code, meaning]) => [String(code), meaning]),
    ),
    ['examples:', ...examples.flatMap(({ run, does }) => [`  # ${does}`, `  ${run}`])],
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n')
}

function optionRows({ options }: Command): [string, string][] {
  return Object.entries(options).map(([name, { value, help, oneOf, short }]) => {
    const shown = oneOf === undefined ? value : oneOf.join('|')
    const written = short === undefined ? `--${name}` : `-${short}, --${name}`
    return [value === undefined ? written : `${written} ${shown}`, help]
  })
}

function section(title: string, rows: readonly (readonly [string, string])[]): string[] {
  if (rows.length === 0) return []
  const width = Math.min(30, Math.max(...rows.map(([left]) => left.length)))
  return [
    `${title}:`,
    ...rows.map(([left, right]) =>
      left.length > width
        ? `  ${left}\n  ${' '.repeat(width)}  ${right}`
        : `  ${left.padEnd(width)}  ${right}`,
    ),
  ]
}
