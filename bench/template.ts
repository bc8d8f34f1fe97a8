import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  analyseTemplate,
  createChatTemplate,
  fromTemplate,
  TemplateError,
} from '../src/template/index.ts'
import { createWorker } from '../test/support/worker.ts'

// Each template is analysed once, in a process that has just started, as a program does: processor time,
// which neighbours on a shared machine disturb less than a clock. llama.cpp analyses a template for each
// request anew, and makes the grammar with it: so the same is asked of ours, beside the analysis alone.
const folders = ['templates', 'fixtures/templates', '../shared/templates']

const tools = [
  {
    type: 'function' as const,
    function: {
      name: 'weather',
      description: 'Tells it',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  },
]
const messages = [{ role: 'user', content: 'Oslo?' }]

interface Times {
  readonly name: string
  readonly analysis: number
  readonly request: number
  /** Null where llama.cpp refuses the template, or is not there. */
  readonly llamaCpp: number | null
}

/** Processor time in milliseconds; what is no template for us takes its time as well. */
function time(work: () => void): number {
  const start = process.cpuUsage()
  try {
    work()
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
  }
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

const hasLlamaCpp = existsSync('test/oracles/node_modules/@fugood/node-llama-linux-x64')
const worker = createWorker({
  script: resolve('test/oracles/chat-worker.ts'),
  args: ['[]'],
  limitMs: 60_000,
})

async function timeLlamaCpp(template: string): Promise<number | null> {
  if (!hasLlamaCpp) return null
  const options = { tools, tool_choice: 'auto' }
  const outcome = await worker.ask<number>({ operation: 'time', messages, template, options })
  return outcome.kind === 'value' ? outcome.value : null
}

const templates = folders
  .filter((folder) => existsSync(folder))
  .flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.jinja'))
      .map((name) => ({ name, text: readFileSync(`${folder}/${name}`, 'utf8') })),
  )
const times: Times[] = []
for (const { name, text } of templates) {
  times.push({
    name,
    analysis: time(() => analyseTemplate(createChatTemplate(text))),
    request: time(() => fromTemplate(createChatTemplate(text), { tools, messages }).grammar()),
    llamaCpp: await timeLlamaCpp(text),
  })
}
worker.close()

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`
const median = medianOf(times.map(({ analysis }) => analysis))
const slowest = times.toSorted((a, b) => b.analysis - a.analysis).slice(0, 3)
console.log(`analysis of ${times.length} templates, each once: median ${ms(median)}`)
console.log(
  `  the slowest: ${slowest.map(({ name, analysis }) => `${name} ${ms(analysis)}`).join(', ')}`,
)
console.log(`  asked for: a median of at most 100 ms, ${median <= 100 ? 'met' : 'MISSED'}`)
const both = times.flatMap(({ request, llamaCpp }) =>
  llamaCpp === null ? [] : [{ request, llamaCpp }],
)
if (both.length === 0) {
  console.log('llama.cpp is not installed in test/oracles: run npm test once')
} else {
  const [ours, theirs] = [both.map((one) => one.request), both.map((one) => one.llamaCpp)]
  console.log(
    `template, analysis and grammar of one request, for the ${both.length} that llama.cpp takes`,
  )
  console.log(`  here: median ${ms(medianOf(ours))}, the slowest ${ms(Math.max(...ours))}`)
  console.log(`  llama.cpp: median ${ms(medianOf(theirs))}, the slowest ${ms(Math.max(...theirs))}`)
}
