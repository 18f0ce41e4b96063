import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, offlineError } from '#platform/web/api/api.ts'
import { answerOrKept } from './answer-or-kept.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Answer = { data?: string[]; error: ApiError | null }

const there = { data: ['server'], error: null }
const cut = { error: offlineError() }
const refused = { error: new ApiError(400, 'bad_input', 'No.') }

it.each([
  ['answers', 100, there, ['device'], ['server'], false],
  ['answers after 2 s', 2000, there, ['device'], ['server'], false],
  ['takes longer', 9000, there, ['device'], ['device'], true],
  ['takes longer, and the device has nothing', 9000, there, [], ['server'], false],
  ['can’t be reached', 100, cut, ['device'], ['device'], true],
  ['can’t be reached, and the device has nothing', 100, cut, [], [], true],
  ['can’t be reached after long', 9000, cut, [], [], true],
  ['refuses', 100, refused, ['device'], undefined, false],
] as const)('the server %s', async (_, ms, answer, kept, data, fromDevice) => {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const found = answerOrKept<string>(promise, async () => [...kept])
  await vi.advanceTimersByTimeAsync(ms)
  resolve(answer)
  expect(await found).toMatchObject({ fromDevice, ...(data && { data }) })
  if (!data) expect((await found).error).toBe(answer.error)
})
