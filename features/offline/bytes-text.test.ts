import { expect, test } from 'vitest'
import { megabytesText } from './bytes-text.ts'

test('a size is written as Intl does, from 0.1 MB on', () => {
  for (let bytes = 0; bytes < 2_000_000_000; bytes = Math.ceil((bytes + 1) * 1.13)) {
    const maximumSignificantDigits = bytes < 10_000_000 ? 2 : 3
    const unit = { style: 'unit', unit: 'megabyte', maximumSignificantDigits } as const
    const wanted = new Intl.NumberFormat('en', unit).format(Math.max(bytes / 1e6, 0.1))
    expect([bytes, megabytesText(bytes, 'en')]).toEqual([bytes, wanted])
  }
})

test('a size has the decimal separator of the reader’s country', () => {
  expect(megabytesText(2_400_000, 'de')).toBe('2,4 MB')
})
