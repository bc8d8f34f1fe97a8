import { analyseTemplate, TemplateError } from '../../template/index.ts'
import { positionalsOf, type Arguments } from '../arguments.ts'
import type { Command } from '../command.ts'
import { Exit } from '../exit.ts'
import { explainText } from '../explain-text.ts'
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
    await io.write(`${text.trimEnd()}\n`)
    return Exit.ok
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    io.warn(error.message)
    return Exit.failed
  }
}
