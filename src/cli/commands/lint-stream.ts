import { createStreamLinter } from '../../protocol/lint/lint.ts'
import type { Violation } from '../../protocol/lint/linter.ts'
import { lintRules, lintSources } from '../../protocol/lint/rules.ts'
import { positionalsOf, type Arguments } from '../arguments.ts'
import type { Command } from '../command.ts'
import { Exit } from '../exit.ts'
import type { Io } from '../io.ts'
import { protocolOf, protocolOption } from '../protocol-option.ts'

/** `lint-stream`: where a log of a stream breaks its protocol. */
export const lintStream: Command = {
  name: 'lint-stream',
  summary: 'say where a recorded stream breaks the rules of its protocol',
  usage: ['[--protocol PROTOCOL] < log'],
  description: `Reads what a server sent, as curl prints it: server-sent events, or lines of JSON for Ollama's.
Each place that breaks a rule of the official documentation is printed with its line, the rule and
what is wrong. With --rules it prints the rules themselves, and where they are written.`,
  options: {
    protocol: {
      ...protocolOption,
      help: 'the protocol of the log; openai-chat unless said otherwise',
    },
    json: { help: 'print each violation as a JSON object' },
    rules: { help: 'print the rules, and read nothing' },
  },
  examples: [
    {
      run: 'curl -sN localhost:8080/v1/messages -d @request.json | pegbnf lint-stream --protocol anthropic',
      does: "does this server's stream follow Anthropic's documentation?",
    },
    {
      run: 'pegbnf stream hermes < answer.txt | pegbnf lint-stream',
      does: 'does ours?',
    },
  ],
  exits: [
    [Exit.ok, 'no rule is broken'],
    [Exit.failed, 'at least one is; the places are printed'],
    [Exit.usage, 'called wrongly'],
  ],
  run,
}

async function run(args: Arguments, io: Io): Promise<number> {
  positionalsOf(args)
  if (args.flag('rules')) {
    await io.write(rulesText())
    return Exit.ok
  }
  const linter = createStreamLinter(protocolOf(args))
  const write = args.flag('json') ? jsonLine : textLine
  let count = 0
  for await (const bytes of io.input) count += await tell(linter.push(bytes))
  count += await tell(linter.end())
  return count === 0 ? Exit.ok : Exit.failed

  async function tell(violations: readonly Violation[]): Promise<number> {
    if (violations.length > 0) await io.write(violations.map(write).join(''))
    return violations.length
  }
}

function textLine({ line, rule, message }: Violation): string {
  return `${line}: ${rule}: ${message}\n`
}

function jsonLine(violation: Violation): string {
  return `${JSON.stringify(violation)}\n`
}

function rulesText(): string {
  const rules = Object.entries(lintRules)
  const width = Math.max(...rules.map(([name]) => name.length))
  const lines = rules.map(
    ([name, { meaning, source }]) => `${name.padEnd(width)}  ${meaning} (${lintSources[source]})\n`,
  )
  return lines.join('')
}
