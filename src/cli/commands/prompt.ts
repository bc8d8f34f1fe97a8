import { TemplateError, type PromptMessage } from '../../template/index.ts'
import { positionalsOf, type Arguments } from '../arguments.ts'
import type { Command } from '../command.ts'
import { Exit, UsageError } from '../exit.ts'
import { readInputText, readJsonFile, type Io } from '../io.ts'
import { isRecord, parseJson } from '../json-value.ts'
import { toTools } from '../request.ts'
import { readTemplate, sourceHelp } from '../template-source.ts'

/** `prompt`: messages to the text that a model is given. */
export const prompt: Command = {
  name: 'prompt',
  summary: 'render messages by a chat template',
  usage: ['SOURCE [options] < messages.json'],
  description: `Renders a conversation as the model is given it, and prints the text. Standard input is a JSON array
of messages in OpenAI's form, or a request that holds one. ${sourceHelp}
Messages are brought into the form that the template can take; --as-given leaves them alone.`,
  options: {
    tools: {
      value: 'FILE',
      help: "the tools: a JSON array in OpenAI's form; else the request's own",
    },
    'no-generation-prompt': { help: 'leave out what begins the answer' },
    'no-thinking': { help: 'ask the template for an answer without reasoning' },
    'as-given': { help: 'pass the messages on as they are' },
  },
  examples: [
    {
      run: `echo '[{"role":"user","content":"Hi"}]' | pegbnf prompt model.gguf`,
      does: 'the prompt of a greeting',
    },
    {
      run: 'pegbnf prompt ./Qwen3-8B --tools tools.json < messages.json',
      does: 'a folder of a model, with tools',
    },
  ],
  exits: [
    [Exit.ok, 'printed'],
    [Exit.failed, 'the template refuses the messages'],
    [Exit.usage, 'called wrongly, or there is no template'],
  ],
  run,
}

async function run(args: Arguments, io: Io): Promise<number> {
  const [source = ''] = positionalsOf(args, 'SOURCE')
  const given = parseJson(await readInputText(io), 'standard input')
  const file = args.text('tools')
  const tools =
    file !== undefined
      ? toTools(await readJsonFile(file), file)
      : isRecord(given) && given['tools'] !== undefined
        ? toTools(given, 'standard input')
        : undefined
  const template = await readTemplate(source, tools !== undefined)
  try {
    const text = template.render({
      messages: messagesOf(given),
      addGenerationPrompt: !args.flag('no-generation-prompt'),
      enableThinking: !args.flag('no-thinking'),
      asGiven: args.flag('as-given'),
      ...(tools === undefined ? {} : { tools }),
    })
    await io.write(text)
    return Exit.ok
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    io.warn(error.message)
    return Exit.failed
  }
}

function messagesOf(value: unknown): PromptMessage[] {
  const list = isRecord(value) ? value['messages'] : value
  if (!Array.isArray(list)) throw new UsageError('standard input holds no messages')
  return list.map((item: unknown, index) => {
    if (!isMessage(item)) throw new UsageError(`message ${index} has no role`)
    return item
  })
}

function isMessage(value: unknown): value is PromptMessage {
  return isRecord(value) && typeof value['role'] === 'string'
}
