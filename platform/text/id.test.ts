import { expect, test } from 'vitest'
import { parseId } from './id.ts'

test('an id is plain digits from 1 to the largest 32-bit integer', () => {
  for (const text of ['1', '514', '2147483647']) expect(parseId(text)).toBe(Number(text))
  const wrong = ['', '0', '01', '0x10', '1e3', '1.0', ' 7', '7 ', '+7', '-7', '٧', '2147483648']
  for (const text of [...wrong, null, undefined]) expect(parseId(text), `${text}`).toBeNull()
})
