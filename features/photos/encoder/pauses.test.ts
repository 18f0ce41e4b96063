import { expect, test } from 'vitest'
import { pausesOf } from './pauses.server.ts'

test('S22 a member whose photo the encoder was killed for waits before the next; others don’t', async () => {
  const pauses = pausesOf(100)
  pauses.begin(1)
  expect(() => pauses.refuseIfPausing(1)).toThrow(
    expect.objectContaining({ status: 429, headers: { 'Retry-After': '1' } }),
  )
  pauses.refuseIfPausing(2)
  await expect.poll(() => pauses.refuseIfPausing(1)).toBeUndefined()
})
