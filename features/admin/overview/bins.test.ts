import { expect, test } from 'vitest'
import { groupIntoBars } from './bins.ts'
import { formatIsoDay } from './day-text.ts'

const days = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    day: new Date(Date.UTC(2025, 0, 1 + at)).toISOString().slice(0, 10),
    votes: at + 1,
  }))

test('a chart has a bar for each day, of a long range for each week, four or thirteen of them', () => {
  expect(groupIntoBars(days(92), ['votes']).length).toBe(92)
  const weeks = groupIntoBars(days(365), ['votes'])
  expect(weeks.length).toBe(53)
  expect(weeks[0]).toEqual({ from: '2025-01-01', to: '2025-01-07', votes: 28 })
  // The last bin ends with the range, so it is shorter.
  expect(weeks.at(-1)).toEqual({ from: '2025-12-31', to: '2025-12-31', votes: 365 })
  for (const count of [0, 1, 93, 700, 3660]) {
    const bins = groupIntoBars(days(count), ['votes'])
    expect(bins.length).toBeLessThanOrEqual(92)
    expect(bins.reduce((sum, { votes }) => sum + votes, 0)).toBe((count * (count + 1)) / 2)
  }
})

test('a day is named as it is, whatever the reader’s clock', () => {
  expect(formatIsoDay('2025-02-22')).toBe('2/22/2025')
  expect(formatIsoDay('2025-01-01')).toBe('1/1/2025')
})
