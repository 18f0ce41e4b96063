/** Quantiles of the measured times, in milliseconds. */
export type Spread = { p50: number; p99: number; perSecond: number }

export async function measure(
  times: number,
  work: (round: number) => Promise<unknown>,
  callers = 1,
): Promise<Spread> {
  const took: number[] = []
  let next = 0
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < times) {
        const round = next++
        const start = performance.now()
        await work(round)
        took.push(performance.now() - start)
      }
    }),
  )
  const seconds = (performance.now() - begun) / 1000
  return { ...spreadOf(took), perSecond: times / seconds }
}

/** Returns quantiles of the measured times. Sorts `took` in place. */
export function spreadOf(took: number[]) {
  took.sort((a, b) => a - b)
  const at = (quantile: number) =>
    took[Math.min(took.length - 1, Math.floor(took.length * quantile))] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

export function medianOf(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export const row = (name: string, { p50, p99, perSecond }: Spread): string =>
  `${name.padEnd(46)} ${p50.toFixed(2).padStart(8)} ${p99.toFixed(2).padStart(8)} ${perSecond.toFixed(0).padStart(8)}`
