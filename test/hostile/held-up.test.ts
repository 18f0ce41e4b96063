import { expect } from 'vitest'
import { most, threadHeldBy } from './held-up.ts'
import { tryEachInput } from './held-up-inputs.ts'

// How long others wait by the clock needs a quiet machine: held-up.long.ts.
tryEachInput(async (site, work, control) => {
  expect(await threadHeldBy(site, work, control)).toBeLessThan(most)
})
