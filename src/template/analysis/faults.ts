import { oddValues, probe, typedValues, type Answer } from './probe-texts.ts'

/** What a template does wrong where it prints calls, so that no reader could tell the arguments; null when nothing is. */
export function faultOf(answer: Answer, text: string): string | null {
  const isPython = [probe.tool, probe.other, probe.typed].some((name) => text.includes(`${name}(`))
  const own = isPython ? pythonFaults.find(({ shows }) => shows(text)) : undefined
  return own?.reason ?? lossOf(answer, text)
}

/** What a template leaves out of calls, or writes where it cannot stand. */
function lossOf(answer: Answer, text: string): string | null {
  if (answer === 'typed' && !text.includes('qz_null_zq')) return 'it leaves out what is null'
  if (answer === 'typed' && text.includes('qz_null_zq:None')) {
    return 'it prints null as Python does, between names and values that are not Python'
  }
  if (answer !== 'odd') return null
  if (text.includes('<a "b">')) return 'it writes any name as a tag, whatever it is made of'
  return text.includes('{a "b":') ? 'it writes any name without quotes' : null
}

interface Fault {
  readonly reason: string
  shows(text: string): boolean
}

const quotes = ['"', "'"] as const

const pythonFaults: readonly Fault[] = [
  {
    reason: 'it prints texts without quotes, so that no reader can tell where they end',
    shows: (text) =>
      [probe.value, typedValues.qz_string_zq, oddValues.qz_string_zq].some((value) =>
        text.includes(`=${value}`),
      ),
  },
  {
    reason: 'it prints arguments with nothing between them',
    shows: (text) => /["'](?:qz_key_two_zq|qz_object_zq)=|\dqz_boolean_zq=/.test(text),
  },
  {
    reason: 'it prints the values of all types as texts',
    shows: (text) =>
      quotes.some((quote) =>
        text.includes(`qz_number_zq=${quote}${typedValues.qz_number_zq}${quote}`),
      ),
  },
  {
    reason: 'it does not escape the quotes inside of texts',
    shows: (text) =>
      quotes.some((quote) => text.includes(`=${quote}${oddValues.qz_string_zq}${quote}`)),
  },
]
