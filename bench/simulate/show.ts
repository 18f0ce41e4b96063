import type { Figures } from './figures.ts'
import type { Played } from './simulate.ts'

const modes = ['none', 'rule', 'desk'] as const
const share = (value: number) => value.toFixed(3)
const columns: [string, (of: Figures) => string][] = [
  ['farthest', ({ farthest }) => String(farthest)],
  ['gain', ({ gain }) => String(gain)],
  ['worst', ({ worst }) => String(worst)],
  ['false', ({ falseAlarms }) => share(falseAlarms)],
  ['group', ({ groupFalseAlarms }) => share(groupFalseAlarms)],
  ['days', ({ days }) => (days === null ? '-' : days.toFixed(1))],
  ['counted', ({ stillCounted }) => share(stillCounted)],
]

export function table(scenarios: Played[]): string {
  const head = [
    'scenario'.padEnd(21),
    'with'.padEnd(5),
    ...columns.map(([name]) => name.padStart(9)),
  ].join('')
  const rows = scenarios.flatMap((one) =>
    modes.map((mode) =>
      [
        (mode === 'none' ? one.name : '').padEnd(21),
        mode.padEnd(5),
        ...columns.map(([, text]) => text(one[mode]).padStart(9)),
      ].join(''),
    ),
  )
  return [head, ...rows].join('\n')
}

/** Returns a chart of the places gained if nothing is done (·) and with rule and desk (█). */
export const plot = (scenarios: Played[]) =>
  [
    'Places gained: · nothing done, █ rule and desk',
    ...scenarios.map(({ name, none, desk }) => {
      const bar = '█'.repeat(desk.gain) + '·'.repeat(Math.max(0, none.gain - desk.gain))
      return `${name.padEnd(21)} ${bar} ${none.gain} → ${desk.gain}`
    }),
  ].join('\n')
