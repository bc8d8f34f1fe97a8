import type { Delta } from './delta.ts'
import type { Policies } from './policy.ts'

/** What of the deltas is sent when. */
export interface DeltaOrderOptions {
  readonly contentAfterTool: Policies['contentAfterTool']
  /** `false`: the reasoning of a response is sent at once, when it has ended. */
  readonly streamReasoning: boolean
}

/** Delays deltas that must wait for the next chunk, or for the end of the reasoning. */
export interface DeltaOrder {
  pass(deltas: Delta[], final: boolean): Delta[]
}

/** Makes an order that nothing has passed yet. */
export function createDeltaOrder({
  contentAfterTool,
  streamReasoning,
}: DeltaOrderOptions): DeltaOrder {
  let late: Delta[] = []
  let thought: string[] = []

  /** Text behind a call waits, with all that follows it. */
  function defer(deltas: Delta[]): Delta[] {
    const all = joined(late, deltas)
    const call = deltas.findIndex(({ kind }) => kind === 'call' || kind === 'call-end')
    const from = call < 0 ? -1 : deltas.findIndex((d, i) => i > call && isText(d))
    const cut = from < 0 ? all.length : all.length - deltas.length + from
    late = all.slice(cut)
    return all.slice(0, cut)
  }

  function gather(deltas: Delta[], final: boolean): Delta[] {
    const out: Delta[] = []
    for (const delta of deltas) {
      if (delta.kind === 'reasoning') thought.push(delta.text)
      else if (delta.kind === 'note') out.push(delta)
      else out.push(...thoughtSoFar(), delta)
    }
    return final ? [...out, ...thoughtSoFar()] : out
  }

  function thoughtSoFar(): Delta[] {
    if (thought.length === 0) return []
    const text = thought.join('')
    thought = []
    return [{ kind: 'reasoning', text }]
  }

  return {
    pass(deltas, final) {
      const ordered = streamReasoning ? deltas : gather(deltas, final)
      if (contentAfterTool === 'own') return ordered
      if (!final) return defer(ordered)
      const all = joined(late, ordered)
      late = []
      return all
    },
  }
}

/** What waited and what is new; text that goes on where text waited is one delta with it. */
function joined(waited: readonly Delta[], added: readonly Delta[]): Delta[] {
  const [last, first] = [waited.at(-1), added[0]]
  const goesOn =
    (last?.kind === 'content' && first?.kind === 'content') ||
    (last?.kind === 'reasoning' && first?.kind === 'reasoning')
  if (!goesOn || last === undefined || first === undefined) return [...waited, ...added]
  return [...waited.slice(0, -1), { ...last, text: last.text + first.text }, ...added.slice(1)]
}

function isText({ kind }: Delta): boolean {
  return kind === 'content' || kind === 'reasoning'
}
