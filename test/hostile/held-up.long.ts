import { describe, expect } from 'vitest'
import type { SiteProcess } from '#platform/testing/process.ts'
import { heldUp, most, type Work } from './held-up.ts'
import { tryEachInput } from './held-up-inputs.ts'
import { tryEachLongList } from './long-lists.ts'
import { tryManyAtOnce } from './many-at-once.ts'

const judge = async (site: SiteProcess, work: Work, control: Work) => {
  const held = await heldUp(site, work, control)
  expect(held.thread).toBeLessThan(most)
  expect(held.live - held.control).toBeLessThan(most)
}

describe('S30 an input that is worked on by its length', () => tryEachInput(judge))
describe('S30 an answer that is as long as what members wrote', () => tryEachLongList(judge))
describe('S30 questions that are allowed, many at once', () => tryManyAtOnce(judge))
