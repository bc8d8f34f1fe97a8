import type { Chat, SessionOptions } from '../../chat/chat-types.ts'
import type { Format } from '../../formats/format.ts'
import { positionalsOf, type Arguments } from '../arguments.ts'
import { asked } from '../chats.ts'
import type { Command } from '../command.ts'
import { Exit, UsageError } from '../exit.ts'
import { readTextFile, type Io } from '../io.ts'
import { parseJson } from '../json-value.ts'
import { engineProfile } from '../../chat/profiles.ts'
import { readReading, readingOptions } from '../reading.ts'
import { readEngineCase } from '../replay/engine-case.ts'
import { fieldsOf } from '../fields.ts'
import type { Difference, ReplayCase } from '../replay/replay-case.ts'
import { describeFailure, describeSkipped } from '../replay/report.ts'
import { formatOfLabel } from '../replay/labels.ts'
import { formatsOfTemplates } from '../replay/templates.ts'
import { runCase, type CaseResult } from '../replay/run-case.ts'
import { readSimpleCase } from '../replay/simple-case.ts'

/** `replay`: recorded outputs, each read in every way. */
export const replay: Command = {
  name: 'replay',
  summary: 'read recorded outputs in every cut and compare with what they must give',
  usage: ['FILE.jsonl… [options]'],
  description: `Each line of a file is one recorded output with what must come of it. Each is read whole, in one
piece, by every cut in two, in chunks of 1 to 8, and as it was recorded; all must give the expected
message. A failure shows the plainest reading that failed, and when it depends on the cut, the
shortest text that shows it. A line is one of

  {"format": "hermes", "tools": […], "text": "…", "options": {…},
   "expected": {"content": "…", "reasoning": "…", "toolCalls": [{"name": "…", "arguments": "{…}"}]}}

("chunks" in place of "text" when it came in pieces; what "expected" leaves out is not compared; the
options are those of the library by name, with "profile" and "partial"), or a case as engines record
it, with "engine", "output" or "chunks", and "expected" in the words of the wire; it is read under
its engine's profile. Disputed cases and formats that are not known are skipped and counted.`,
  options: {
    profile: { ...readingOptions.profile, help: 'read every case under this profile' },
    only: { value: 'TEXT', help: 'only cases whose id or format holds this text' },
    template: {
      value: 'SOURCE',
      help: 'read cases by what their chat template shows: a folder of templates, or one for all',
    },
    quiet: { help: 'print only the counts' },
  },
  examples: [
    { run: 'pegbnf replay fixtures/recorded/qwen3.jsonl', does: 'recorded answers of one family' },
    {
      run: 'pegbnf replay cases.jsonl --only hermes',
      does: 'the cases of one format, or a single one by its id',
    },
    {
      run: 'pegbnf replay cases.jsonl --template templates/',
      does: 'each case by what its chat template shows',
    },
  ],
  exits: [
    [Exit.ok, 'no case failed'],
    [Exit.failed, 'a case failed'],
    [Exit.usage, 'called wrongly, or a line is no case'],
  ],
  run,
}

interface Tally {
  passed: number
  failed: number
  disputed: number
  /** Cases read by their chat template. */
  byTemplate: number
  readonly unknown: Map<string, number>
  /** Engines that no profile is named after. */
  readonly withoutProfile: Set<string>
}

async function run(args: Arguments, io: Io): Promise<number> {
  if (args.positionals.length === 0) positionalsOf(args, 'FILE')
  const override = readReading(args)
  const byTemplate = await formatsOfTemplates(args.text('template'))
  const [unknown, withoutProfile] = [new Map<string, number>(), new Set<string>()]
  const tally: Tally = { passed: 0, failed: 0, disputed: 0, byTemplate: 0, unknown, withoutProfile }
  for (const file of args.positionals) {
    const cases = readCases(await readTextFile(file), file).filter(chosenBy(args.text('only')))
    for (const [index, replayCase] of cases.entries()) {
      io.progress(`${file}: ${index + 1} of ${cases.length}, ${replayCase.id}`)
      const format = await byTemplate(replayCase)
      if (format !== undefined) tally.byTemplate++
      const failure = judge(replayCase, format, override, tally, file)
      if (failure !== '' && !args.flag('quiet')) await io.write(`${failure}\n\n`)
    }
  }
  io.progress('')
  await io.write(`${summary(tally).join('\n')}\n`)
  return tally.failed === 0 ? Exit.ok : Exit.failed
}

/** Runs a case, counts it, and describes its failure. */
function judge(
  replayCase: ReplayCase,
  found: Format | undefined,
  override: SessionOptions,
  tally: Tally,
  file: string,
): string {
  const { format } = replayCase
  if (replayCase.disputed) {
    tally.disputed++
    return ''
  }
  if (replayCase.answers !== undefined)
    return judgeAnswers(replayCase, replayCase.answers, tally, file)
  const make = found ?? formatOfLabel(format)
  if (make === undefined) {
    tally.unknown.set(format, (tally.unknown.get(format) ?? 0) + 1)
    return ''
  }
  const options = { ...sessionOptions(replayCase, tally), ...override }
  const result = runMade(() => make(replayCase.request), options, replayCase)
  if (result.failed.length === 0) tally.passed++
  else tally.failed++
  return describeFailure(replayCase, result, file)
}

/** Counts a case about tokens, and describes its failure. */
function judgeAnswers(
  replayCase: ReplayCase,
  differences: readonly Difference[],
  tally: Tally,
  file: string,
): string {
  const failed = differences.length === 0 ? [] : [{ name: 'the tokens', differences }]
  if (failed.length === 0) tally.passed++
  else tally.failed++
  return describeFailure(replayCase, { readings: 1, failed, cutDependence: undefined }, file)
}

/** A request that the format refuses fails its case, and does not end the run. */
function runMade(make: () => Chat, options: SessionOptions, replayCase: ReplayCase): CaseResult {
  try {
    return runCase(asked(make), options, replayCase)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    const differences = [{ path: 'request', expected: 'a chat', got: error.message }]
    return { readings: 1, failed: [{ name: 'nothing', differences }], cutDependence: undefined }
  }
}

function sessionOptions({ engine, legacy, session }: ReplayCase, tally: Tally): SessionOptions {
  if (engine === undefined) return session
  const profile = engineProfile(engine, { legacy })
  if (profile !== undefined) return { ...session, profile }
  tally.withoutProfile.add(engine)
  return session
}

function readCases(text: string, file: string): ReplayCase[] {
  const lines = text.split('\n').map((line, index) => ({ line: line.trim(), number: index + 1 }))
  const cases = lines
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => {
      const place = `${file}:${number}`
      const fields = fieldsOf(parseJson(line, place), place)
      return fields.has('engine') ? readEngineCase(fields, number) : readSimpleCase(fields, number)
    })
  if (cases.length === 0) throw new UsageError(`${file} holds no cases`)
  return cases
}

function chosenBy(only: string | undefined): (replayCase: ReplayCase) => boolean {
  return ({ id, format }) => only === undefined || id.includes(only) || format.includes(only)
}

function summary({
  passed,
  failed,
  disputed,
  byTemplate,
  unknown,
  withoutProfile,
}: Tally): string[] {
  const skipped = disputed + [...unknown.values()].reduce((sum, count) => sum + count, 0)
  const engines = [...withoutProfile].join(', ')
  return [
    ...(engines === '' ? [] : [`read under the default profile, as there is none for: ${engines}`]),
    ...(byTemplate === 0 ? [] : [`read by their chat templates: ${byTemplate}`]),
    ...describeSkipped(unknown, disputed),
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
  ]
}
