import { add, cycle, suite } from 'benny'

/** What a suite measured. */
export interface Comparison {
  /** Prints how many times as fast one is as another, and what is asked for. */
  ratio(fast: string, slow: string, atLeast: number): void
  /** The fastest of some candidates. */
  fastest(names: readonly string[]): string
}

/** Runs the candidates side by side with benny and prints one line each; `once` names those too slow to repeat. */
export async function compare(
  title: string,
  candidates: Readonly<Record<string, () => unknown>>,
  once: readonly string[] = [],
): Promise<Comparison> {
  console.log(`\n${title}`)
  for (const [name, run] of Object.entries(candidates)) if (!once.includes(name)) await warmUp(run)
  const result = await suite(
    title,
    ...Object.entries(candidates).map(([name, run]) => {
      const options = once.includes(name) ? { minSamples: 1, maxTime: 0 } : shortSamples
      // Benny waits for what is async only when it is told so by the function's kind.
      return run.constructor.name === 'AsyncFunction'
        ? add(name, async () => void (await run()), options)
        : add(name, () => void run(), options)
    }),
    // Without this benny prints nothing but a bar that moves.
    cycle(() => ''),
  )
  // The fastest run: on a shared machine anything else tells more about the neighbours, and longer
  // runs meet more of them. The ratio of the medians is printed beside it.
  const ops = new Map(result.results.map(({ name, details }) => [name, 1 / details.min]))
  const medians = new Map(result.results.map(({ name, details }) => [name, details.median]))
  for (const { name, details, samples } of result.results) {
    const spread = `${format(details.min * 1000)} to ${format(details.max * 1000)}`
    console.log(
      `  ${name.padEnd(24)} ${format(details.median * 1000)} ms  (${spread}, ${samples} runs)`,
    )
  }
  return {
    fastest: (names) =>
      names.reduce((best, name) => ((ops.get(name) ?? 0) > (ops.get(best) ?? 0) ? name : best)),
    ratio(fast, slow, atLeast) {
      const times = (ops.get(fast) ?? Number.NaN) / (ops.get(slow) ?? Number.NaN)
      const usual = (medians.get(slow) ?? Number.NaN) / (medians.get(fast) ?? Number.NaN)
      const verdict = times >= atLeast ? 'met' : 'MISSED'
      console.log(
        `  ${fast} is ${times.toFixed(2)} × ${slow}, by medians ${usual.toFixed(2)} (asked for: ${atLeast}, ${verdict})`,
      )
    },
  }
}

/** Runs a candidate until V8 has compiled it, which on a busy machine is not soon. */
async function warmUp(run: () => unknown): Promise<void> {
  const started = process.cpuUsage()
  for (let i = 0; i < 200; i++) {
    await run()
    const { user, system } = process.cpuUsage(started)
    if (user + system > WarmUp) return
  }
}

/** Microseconds of processor time. */
const WarmUp = 400_000

function format(ms: number): string {
  return ms < 10 ? ms.toFixed(3) : ms.toFixed(1)
}

/** Short samples, of a run or two: on a shared machine some of them are then undisturbed. In seconds. */
const shortSamples = { minTime: 0.002, minSamples: 100, maxTime: 2 }
