import { expect, it } from 'vitest'
import { growth } from './memory.ts'

it('F14 grows by less than 250 MB in 1,500 distinct questions', { timeout: 180_000 }, async () => {
  expect(await growth(1_500)).toBeLessThan(250)
})
