import { expect, test } from 'vitest'
import { daysAgoText } from './dates.ts'

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
