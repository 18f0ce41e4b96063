import { expect, test } from 'vitest'
import { dateText, daysAgoText } from './dates.ts'

const now = Date.parse('2026-05-31T12:00:00Z')

test.each([
  ['2026-05-31T12:00:05Z', 'today'],
  ['2026-05-31T01:00:00Z', 'today'],
  ['2026-05-30T11:00:00Z', 'yesterday'],
  ['2026-05-28T11:00:00Z', '3 days ago'],
  ['2026-04-15T00:00:00Z', '46 days ago'],
  ['2026-01-25T00:00:00Z', '4 months ago'],
  ['2023-05-01T00:00:00Z', '3 years ago'],
])('%s was %s', (time, text) => expect(daysAgoText(time, now)).toBe(text))

test('a date in English is written as Intl does', () => {
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })
  for (let day = 0; day < 366; day++) {
    const date = new Date(Date.UTC(2024, 0, 1 + day))
    expect(dateText(date.toISOString(), 'en')).toBe(format.format(date))
  }
})

test('a date is the same wherever it is read', () =>
  expect(dateText('2026-05-03T23:30:00Z', 'en')).toBe('May 3, 2026'))
