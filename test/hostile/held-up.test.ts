import { describe, expect } from 'vitest'
import { most, threadHeldBy } from './held-up.ts'
import { tryEachInput } from './held-up-inputs.ts'

// held-up.long.ts also measures how long other requests wait by the clock, which needs an idle machine.
describe('S30 an input that is worked on by its length', () => {
  tryEachInput(async (site, work, control) => {
    expect(await threadHeldBy(site, work, control)).toBeLessThan(most)
  })
})
