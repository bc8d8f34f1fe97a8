import { answers } from './probe-texts.ts'
import type { Ask, ProbeRenderer } from './render-probes.ts'
import { shared } from './text.ts'

/**
 * A renderer without what a template has behind every conversation, whoever spoke last: some ask there once
 * more for what they want of the model.
 */
export function withoutTrailer({ render, tools }: ProbeRenderer): ProbeRenderer {
  const trailers = new Map<boolean, string>()

  function trailerFor(declares: boolean): string {
    const known = trailers.get(declares)
    if (known !== undefined) return known
    const textOf = (ask: Ask): string => render({ ...ask, tools: declares }).text ?? ''
    const prompt = textOf({ generate: true })
    const found = trailerOf(prompt, textOf({}), textOf({ answer: answers.content }))
    trailers.set(declares, found)
    return found
  }

  return {
    tools,
    render(ask) {
      const { text } = render(ask)
      const trailer = text === undefined ? '' : trailerFor(ask.tools === true)
      const at = text === undefined || trailer === '' ? -1 : text.lastIndexOf(trailer)
      if (text === undefined || at < 0) return render(ask)
      return { text: text.slice(0, at) + text.slice(at + trailer.length) }
    },
  }
}

/** What stands between a question and the generation prompt, and behind an answer as well. */
function trailerOf(prompt: string, question: string, answered: string): string {
  const header = prompt.slice(shared(prompt, question))
  if (header === '') return ''
  const differs = shared(prompt, answered)
  const begins = answered.indexOf(header, Math.max(0, differs - header.length))
  if (begins < 0 || begins > differs) return ''
  const trailer = prompt.slice(begins, prompt.length - header.length)
  return trailer.trim() !== '' && answered.endsWith(trailer) ? trailer : ''
}
