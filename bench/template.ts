import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { analyseTemplate, createChatTemplate, TemplateError } from '../src/template/index.ts'

// Each template is analysed once, in a process that has just started, as a program does: processor time,
// which neighbours on a shared machine disturb less than a clock.
const folders = ['templates', 'fixtures/templates', '../shared/templates']

function analyse(text: string): number {
  const start = process.cpuUsage()
  try {
    analyseTemplate(createChatTemplate(text))
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
  }
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

const times = folders
  .filter((folder) => existsSync(folder))
  .flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.jinja'))
      .map((name) => ({ name, ms: analyse(readFileSync(`${folder}/${name}`, 'utf8')) })),
  )
  .toSorted((a, b) => a.ms - b.ms)
const median = times[Math.floor(times.length / 2)]?.ms ?? 0
const slowest = times.slice(-3).map(({ name, ms }) => `${name} ${ms.toFixed(0)}`)
console.log(`analysis of ${times.length} templates, each once: median ${median.toFixed(0)} ms`)
console.log(`  the slowest: ${slowest.join(', ')}`)
console.log(`  asked for: a median of at most 100 ms, ${median <= 100 ? 'met' : 'MISSED'}`)
