import { expect, it } from 'vitest'
import { growth } from './memory.ts'

it(
  'F14 grows by less than 150 MB in 400 distinct questions',
  { tags: 'long', timeout: 180_000 },
  async () => {
    expect(await growth(400)).toBeLessThan(150)
  },
)
