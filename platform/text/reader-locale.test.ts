import { expect, test } from 'vitest'
import { readerLocaleOf } from './reader-locale.ts'

test.each([
  [['en-US', 'en'], 'May 3, 2026'],
  [['en'], 'May 3, 2026'],
  [['en-GB'], '3 May 2026'],
  [['de-DE', 'en-US'], '3 May 2026'],
  [['th-TH'], '3 May 2026'],
  [['not a language', 'de'], '3 May 2026'],
  [[], 'May 3, 2026'],
])('readers of %j read English dates of their country', (languages, text) => {
  const format = { dateStyle: 'medium', timeZone: 'UTC' } as const
  const day = new Date('2026-05-03T12:00:00Z')
  expect(day.toLocaleDateString(readerLocaleOf(languages), format)).toBe(text)
})
