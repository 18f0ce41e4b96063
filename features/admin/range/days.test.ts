import { expect, it } from 'vitest'
import { daysBefore, rangeErrors, presets, today } from './days.ts'

it('today is the reader’s own day, and days are counted back over months and clock changes', () => {
  expect(today(new Date(2025, 1, 22, 23, 59))).toBe('2025-02-22')
  expect(today(new Date(2025, 0, 1, 0, 0))).toBe('2025-01-01')
  expect(daysBefore('2025-03-01', 1)).toBe('2025-02-28')
  expect(daysBefore('2024-03-01', 1)).toBe('2024-02-29')
  expect(daysBefore('2025-04-01', 29)).toBe('2025-03-03')
})

it('the presets end today and count today', () => {
  const of = (label: string) => presets('2025-02-22').find((one) => one.label === label)
  expect(of('Today')).toMatchObject({ from: '2025-02-22', to: '2025-02-22' })
  expect(of('7 days')).toMatchObject({ from: '2025-02-16', to: '2025-02-22' })
  expect(of('30 days')).toMatchObject({ from: '2025-01-24', to: '2025-02-22' })
  expect(presets('2025-02-22', 30).map(({ label }) => label)).not.toContain('12 months')
  expect(of('12 months')).toMatchObject({ from: '2024-02-23', to: '2025-02-22' })
})

it('takes no day to come, no end before the beginning and nothing that is no day', () => {
  const day = '2025-02-22'
  expect(rangeErrors({ from: '2025-02-01', to: day }, day)).toBeNull()
  expect(rangeErrors({ from: day, to: day }, day)).toBeNull()
  expect(rangeErrors({ from: '2025-02-01', to: '2025-02-23' }, day)).toEqual({
    to: 'Not later than today.',
  })
  expect(rangeErrors({ from: '2025-02-23', to: '2025-02-23' }, day)).toEqual({
    from: 'Not later than today.',
    to: 'Not later than today.',
  })
  expect(rangeErrors({ from: '2025-02-20', to: '2025-02-19' }, day)).toEqual({
    from: 'Not after the last day.',
  })
  for (const wrong of ['', '2025-02-30', 'soon', '2025-2-1'])
    expect(rangeErrors({ from: wrong, to: day }, day)).toEqual({ from: 'Please choose a day.' })
})
