import { describe, expect } from 'vitest'
import { heldUp, most } from './held-up.ts'
import { tryEachInput } from './held-up-inputs.ts'

describe('S30 an input that is worked on by its length', () => {
  tryEachInput(async (site, work, control) => {
    const held = await heldUp(site, work, control)
    expect(held.thread).toBeLessThan(most)
    expect(held.live - held.control).toBeLessThan(most)
  })
})
