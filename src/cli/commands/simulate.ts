import { simulateTriggers, type Simulation } from '../../template/index.ts'
import type { Arguments } from '../arguments.ts'
import { asked, readChat } from '../chats.ts'
import type { Command } from '../command.ts'
import { Exit, UsageError } from '../exit.ts'
import { readInputText, type Io } from '../io.ts'
import { isStrings, parseJson } from '../json-value.ts'
import { requestOptions } from '../request.ts'

/** `simulate`: a text against a grammar and its triggers. */
export const simulate: Command = {
  name: 'simulate',
  summary: 'replay a text against a grammar and its triggers, show where generation would die',
  usage: [
    'FORMAT [options] < text',
    '--template SOURCE [options] < text',
    '--arena FILE [options] < text',
  ],
  description: `Goes through a text as llama.cpp's sampler does: until a trigger of a lazy grammar is complete nothing is
constrained, from its start on everything is. Says which trigger fired and where, and the first place
that the grammar forbids, with what it wants there. With --tokens standard input is a JSON array with
the text of each token: a token that runs past a trigger goes through the grammar as a whole.`,
  options: {
    ...requestOptions,
    tokens: { help: 'standard input is a JSON array of the texts of tokens' },
    eager: { help: 'under the grammar of the whole answer, which needs no trigger' },
    'generation-prompt': {
      value: 'TEXT',
      help: 'what the prompt ends with; triggers are looked for in it, too (\\n for a line break)',
    },
    json: { help: 'print the result as JSON' },
  },
  examples: [
    {
      run: 'pegbnf simulate hermes --tools tools.json < answer.txt',
      does: 'whether the sampler lets this answer through',
    },
    {
      run: `echo '["Well, ","<tool_call>","\\n{"]' | pegbnf simulate hermes --tools tools.json --tokens`,
      does: 'the same for tokens',
    },
  ],
  exits: [
    [Exit.ok, 'the text may be generated'],
    [Exit.failed, 'generation dies inside it'],
    [Exit.usage, 'called wrongly'],
  ],
  run,
}

async function run(args: Arguments, io: Io): Promise<number> {
  const chat = await readChat(args)
  const grammar = asked(() => chat.grammar(args.flag('eager') ? { lazy: false } : {}))
  const input = await readInputText(io)
  const prompt = args.text('generation-prompt')?.replaceAll('\\n', '\n')
  const text = args.flag('tokens') ? tokensOf(input) : input
  const result = simulateTriggers(
    grammar,
    text,
    prompt === undefined ? {} : { generationPrompt: prompt },
  )
  await io.write(`${args.flag('json') ? JSON.stringify(result) : describe(result, grammar.lazy)}\n`)
  return result.dies === null ? Exit.ok : Exit.failed
}

function tokensOf(input: string): readonly string[] {
  const value = parseJson(input, 'standard input')
  if (Array.isArray(value) && isStrings(value)) return value
  throw new UsageError('standard input is no JSON array of strings')
}

function describe({ triggered, dies, complete }: Simulation, lazy: boolean): string {
  const on =
    triggered !== null
      ? `the ${triggered.trigger.type} ${JSON.stringify(triggered.trigger.value)} switches the grammar on at ${triggered.start}`
      : lazy
        ? 'no trigger fires: nothing is constrained'
        : 'the grammar is on from the start'
  if (dies === null) return `${on}\n${complete ? 'the text may end here' : 'the text must go on'}`
  const { offset, token, found, expected } = dies
  return `${on}\ngeneration dies at ${offset}, token ${token}: found ${JSON.stringify(found)}, expected ${expected}`
}
