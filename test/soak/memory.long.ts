import { expect, it } from 'vitest'
import { growth } from './memory.ts'

it('F14 grows by less than 250 MB in 10,000 distinct questions', async () => {
  expect(await growth(10_000)).toBeLessThan(250)
})
