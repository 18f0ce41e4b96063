import { describe, expect } from 'vitest'
import { most, threadHeldBy } from './held-up.ts'
import { tryEachInput } from './held-up-inputs.ts'

// How long others wait by the clock needs a quiet machine: held-up.long.ts.
describe('S30 an input that is worked on by its length', () => {
  tryEachInput(async (site, work, control) => {
    expect(await threadHeldBy(site, work, control)).toBeLessThan(most)
  })
})
