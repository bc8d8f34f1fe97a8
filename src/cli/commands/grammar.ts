import type { ChatGrammar } from '../../chat/chat-types.ts'
import { formatDiagnostics } from '../../diagnostics/format.ts'
import { encodeArena } from '../../peg/codec.ts'
import { printArena } from '../../peg/print.ts'
import type { Arguments } from '../arguments.ts'
import { asked, readChat } from '../chats.ts'
import type { Command } from '../command.ts'
import { Exit, UsageError } from '../exit.ts'
import type { Io } from '../io.ts'
import { requestOptions } from '../request.ts'
import { forTarget, targetNames } from '../target-grammar.ts'

/** `grammar`: what a sampler is constrained by. */
export const grammar: Command = {
  name: 'grammar',
  summary: 'print the GBNF that makes the sampler write only valid text',
  usage: [
    'FORMAT [options]',
    '--template SOURCE [options]',
    'GRAMMAR.peggy [options]',
    '--arena FILE [options]',
  ],
  description: `Prints the grammar of a format for a request: its tools with their arguments, the tool choice,
reasoning, or a response schema. llama.cpp takes it as --grammar-file, llama-server as "grammar".
A grammar alone applies from the first character on, text before calls included. With --json it comes
with all that a server needs beside it (what triggers it, which special tokens must be preserved, the
stop strings), and is lazy where calls may come but need not. Warnings go to standard error.
With --target the same is said to another engine: xgrammar (its EBNF), structural-tag (XGrammar's JSON,
lazy where calls may come but need not) or lark (llguidance); docs/targets.md tells what each cannot say.`,
  options: {
    ...requestOptions,
    as: {
      value: 'FORM',
      oneOf: ['gbnf', 'peg', 'arena'],
      help: 'print the arena in PEG notation, or as JSON for --arena, in place of GBNF',
    },
    target: {
      value: 'ENGINE',
      oneOf: targetNames,
      help: 'whose grammar to print; with --json as the fields of a vLLM request',
    },
    json: { help: 'print {gbnf, lazy, triggers, preservedTokens, stops} as JSON' },
    lazy: { help: 'the grammar applies from a trigger on: it begins with a call' },
    eager: { help: 'the grammar applies from the first character on, also with --json' },
  },
  examples: [
    { run: 'pegbnf grammar hermes --tools tools.json', does: 'a grammar for these tools' },
    {
      run: 'pegbnf grammar hermes --tools tools.json --tool-choice required > calls.gbnf',
      does: 'the model must call one of them',
    },
    {
      run: 'pegbnf grammar qwen3-coder --tools tools.json --json',
      does: 'the fields of a llama-server request',
    },
    {
      run: 'pegbnf grammar hermes --tools tools.json --as peg',
      does: 'what the parser reads, in PEG notation',
    },
    {
      run: 'pegbnf grammar hermes --tools tools.json --target structural-tag --json',
      does: 'for vLLM with XGrammar',
    },
    {
      run: 'pegbnf grammar hermes --response-schema answer.json',
      does: 'the answer is JSON of this schema',
    },
  ],
  exits: [
    [Exit.ok, 'printed'],
    [Exit.usage, 'called wrongly, or a schema cannot be compiled'],
  ],
  run,
}

async function run(args: Arguments, io: Io): Promise<number> {
  const lazy = laziness(args)
  const chat = await readChat(args)
  const form = args.text('as')
  if (form === 'peg' || form === 'arena') {
    const arena = asked(() => chat.arena())
    await io.write(form === 'peg' ? printArena(arena) : `${JSON.stringify(encodeArena(arena))}\n`)
    return Exit.ok
  }
  const target = args.text('target')
  if (target !== undefined && target !== 'llama.cpp') {
    const { printed, warnings } = asked(() => forTarget(chat, target, lazy, args.flag('json')))
    if (warnings.length > 0) io.warn(formatDiagnostics(warnings))
    await io.write(printed)
    return Exit.ok
  }
  const made = asked(() => chat.grammar(lazy === undefined ? {} : { lazy }))
  if (lazy === true && (!made.lazy || made.triggers.length === 0)) {
    throw new UsageError(
      'nothing in this request triggers a lazy grammar',
      'declare tools that may be called, or leave out --lazy',
    )
  }
  if (made.warnings.length > 0) io.warn(formatDiagnostics(made.warnings))
  await io.write(args.flag('json') ? `${JSON.stringify(fieldsOf(made), null, 2)}\n` : made.gbnf)
  return Exit.ok
}

function laziness(args: Arguments): boolean | undefined {
  if (args.flag('lazy') && args.flag('eager')) {
    throw new UsageError('--lazy and --eager exclude each other')
  }
  if (args.flag('lazy')) return true
  // Without its triggers a lazy grammar is no use; a structural tag holds them.
  const isAlone = !args.flag('json') && args.text('target') !== 'structural-tag'
  return args.flag('eager') || isAlone ? false : undefined
}

function fieldsOf({ gbnf, lazy, triggers, preservedTokens, stops }: ChatGrammar) {
  return { gbnf, lazy, triggers, preservedTokens, stops }
}
