import { expect, test } from 'vitest'
import { shortCountText } from './short-count.ts'

test('a count is shortened as Intl does', () => {
  const format = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
  const steps = Array.from({ length: 20_000 }, (_, n) => n)
  for (const count of [...steps, ...steps.map((n) => n * 499), 999_949, 999_950, 999_999])
    expect([count, shortCountText(count)]).toEqual([count, format.format(count)])
})
