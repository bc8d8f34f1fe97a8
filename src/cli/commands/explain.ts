import { analyseTemplate, TemplateError, type TemplateAnalysis } from '../../template/index.ts'
import { positionalsOf, type Arguments } from '../arguments.ts'
import type { Command } from '../command.ts'
import { Exit } from '../exit.ts'
import type { Io } from '../io.ts'
import { readTemplate, sourceHelp } from '../template-source.ts'

/** `explain`: how the model of a chat template writes. */
export const explain: Command = {
  name: 'explain',
  summary: "say how a chat template's model writes, and which format reads it",
  usage: ['SOURCE [options]'],
  description: `Renders a template with answers that differ in one thing, and prints what it finds: the format that
reads back what the template prints, its confidence, what the template can take, and the marks of
reasoning and calls. ${sourceHelp}`,
  options: { json: { help: 'print all of it as JSON' } },
  examples: [
    { run: 'pegbnf explain model.gguf', does: 'the format of a model' },
    { run: 'pegbnf explain chat_template.jinja --json', does: 'the whole description' },
  ],
  exits: [
    [Exit.ok, 'printed'],
    [Exit.failed, 'no format reads what the template prints'],
    [Exit.usage, 'called wrongly, or there is no template'],
  ],
  run,
}

async function run(args: Arguments, io: Io): Promise<number> {
  const [source = ''] = positionalsOf(args, 'SOURCE')
  const template = await readTemplate(source, true)
  try {
    const analysis = analyseTemplate(template)
    const { make: _, ...data } = analysis
    const text = args.flag('json') ? JSON.stringify(data, null, 2) : explainText(analysis)
    await io.write(`${text}\n`)
    return Exit.ok
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    io.warn(error.message)
    return Exit.failed
  }
}

function explainText({ format, confidence, failed, description }: TemplateAnalysis): string {
  const { reasoning, calls, end, generationPrompt, capabilities } = description
  const marks = (...texts: readonly string[]): string =>
    texts.map((text) => JSON.stringify(text)).join(' … ')
  const can = Object.entries(capabilities).filter(([, value]) => value !== false && value !== null)
  return [
    `format      ${format}, ${Math.round(confidence * 100)} % of the template's answers read back`,
    ...(failed.length === 0 ? [] : [`not read    ${failed.join(', ')}`]),
    `prompt      ${JSON.stringify(generationPrompt)}`,
    `end         ${JSON.stringify(end)}`,
    reasoning === null
      ? 'reasoning   none'
      : `reasoning   ${marks(reasoning.open, reasoning.close)}${reasoning.openedByPrompt ? ', opened by the prompt' : ''}`,
    calls === null
      ? 'calls       none'
      : `calls       ${calls.style}, ${marks(calls.sectionOpen + calls.open, calls.close + calls.sectionClose)}`,
    `takes       ${can.map(([name, value]) => (value === true ? name : `${name}: ${String(value)}`)).join(', ')}`,
  ].join('\n')
}
