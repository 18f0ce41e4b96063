import type { DayRange } from '../range/days.ts'

export type ChartBar<Count extends string> = DayRange & Record<Count, number>

/** Maximum number of bars in a chart, so that they can be told apart. */
const most = 92
const sizes = [1, 7, 28, 91]

/** Groups consecutive days into bars of 1, 7, 28 or 91 days, the smallest size that needs at most `most` bars. */
export function groupIntoBars<Count extends string>(
  days: readonly ({ day: string } & Record<Count, number>)[],
  counts: readonly Count[],
): ChartBar<Count>[] {
  const size = sizes.find((one) => days.length / one <= most) ?? sizes.at(-1)!
  return Array.from({ length: Math.ceil(days.length / size) }, (_, at) => {
    const part = days.slice(at * size, (at + 1) * size)
    const sums = counts.map((count) => [count, part.reduce((sum, day) => sum + day[count], 0)])
    return {
      from: part[0]!.day,
      to: part.at(-1)!.day,
      ...Object.fromEntries(sums),
    } as ChartBar<Count>
  })
}
