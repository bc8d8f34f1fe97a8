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
  const results: Result[] = []
  // In rounds, one candidate after the other: a machine that changes its speed meets all of them with it.
  for (let round = 0; round < Rounds; round++) {
    const names = Object.entries(candidates).filter(([name]) => round === 0 || !once.includes(name))
    results.push(...(await runOnce(title, names, once)))
  }
  // The fastest run: on a shared machine anything else tells more about the neighbours, and longer
  // runs meet more of them. The ratio of the medians is printed beside it.
  const ops = new Map<string, number>()
  const medians = new Map<string, number>()
  for (const name of Object.keys(candidates)) {
    const own = results.filter((result) => result.name === name)
    const min = Math.min(...own.map(({ details }) => details.min))
    const max = Math.max(...own.map(({ details }) => details.max))
    const sorted = own.map(({ details }) => details.median).toSorted((x, y) => x - y)
    const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
    const samples = own.reduce((sum, result) => sum + result.samples, 0)
    ops.set(name, 1 / min)
    medians.set(name, median)
    const spread = `${format(min * 1000)} to ${format(max * 1000)}`
    console.log(`  ${name.padEnd(24)} ${format(median * 1000)} ms  (${spread}, ${samples} runs)`)
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

type Result = Awaited<ReturnType<typeof suite>>['results'][number]

/** One round: each candidate is measured once. */
async function runOnce(
  title: string,
  candidates: readonly (readonly [string, () => unknown])[],
  once: readonly string[],
): Promise<readonly Result[]> {
  const { results } = await suite(
    title,
    ...candidates.map(([name, run]) => {
      const options = once.includes(name) ? { minSamples: 1, maxTime: 0 } : shortSamples
      // Benny waits for what is async only when it is told so by the function's kind.
      return run.constructor.name === 'AsyncFunction'
        ? add(name, async () => void (await run()), options)
        : add(name, () => void run(), options)
    }),
    // Without this benny prints nothing but a bar that moves.
    cycle(() => ''),
  )
  return results
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
const shortSamples = { minTime: 0.002, minSamples: 25, maxTime: 0.5 }
const Rounds = 4
