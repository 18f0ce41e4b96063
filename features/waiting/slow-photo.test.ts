import 'fake-indexeddb/auto'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queuePhotoUpload } from '#features/photos/sending/keep-photo.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { ApiError, offlineError } from '#platform/web/api/api.ts'
import { entriesOf } from '#platform/web/queue/entries.ts'
import { createQueueSender } from '#platform/web/queue/rounds.ts'
import { keepWrite } from '#platform/web/queue/send-or-keep.ts'
import { sendEntry } from '#platform/web/queue/sender.ts'
import { device } from './device.testing.ts'

let app: TestApp
let member: Person
let dish: number
/** What was sent, in order. */
let tried: string[]
let network: ReturnType<typeof device>['network']

beforeAll(async () => {
  app = await testApp()
})

beforeEach(async () => {
  member = await app.member()
  const { logIn, network: ofDevice } = device(app)
  network = ofDevice
  logIn(member)
  const { id: restaurant } = await app.restaurant()
  dish = (await app.item({ restaurant, category: 3, by: (await app.member()).id })).id
  tried = []
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => vi.useRealTimers())

const vote = (on: boolean) =>
  keepWrite(
    {
      route: on ? 'POST /items/:id/upvote' : 'POST /items/:id/removeUpvote',
      input: { id: dish },
      about: `vote ${dish}`,
      words: on ? 'Vote' : 'No vote',
      on,
    },
    member.id,
  )

const photo = async (yoloId: number, itemName: string) =>
  queuePhotoUpload(
    { yoloId, itemName, memberId: member.id },
    { jpeg: new Blob(['1']), cut: { x: 0, y: 0, width: 1, height: 1, degrees: 0 } },
  )

/** Sends all but photos, which fail after so many seconds. */
const photosFail = (seconds: number, error: ApiError) =>
  createQueueSender(async (entry) => {
    tried.push(entry.words)
    if (!entry.body) return sendEntry(entry)
    vi.setSystemTime(Date.now() + seconds * 1000)
    throw error
  })

const states = async () =>
  Object.fromEntries((await entriesOf(member.id)).map(({ words, state }) => [words, state]))

it.each([
  ['is refused for it', 17, new ApiError(408, 'too_slow', 'Slow.')],
  ['breaks off', 17, offlineError()],
])(
  'a photo that takes too long and %s keeps no vote waiting, and is asked about in the end',
  async (_what, seconds, error) => {
    const send = photosFail(seconds, error)
    await photo(1, 'Pie')
    await vote(true)
    await send()
    expect(tried).toEqual(['Photo of Pie', 'Vote'])
    expect(await states()).toEqual({ 'Photo of Pie': 'waiting', Vote: 'sent' })
    await photo(2, 'Soup')
    await vote(false)
    await send()
    expect(tried.slice(2)).toEqual(['Photo of Soup', 'No vote', 'Photo of Pie'])
    for (let round = 3; round <= 5; round++) await send()
    expect(await states()).toMatchObject({
      'Photo of Pie': 'question',
      'Photo of Soup': 'waiting',
      'No vote': 'sent',
    })
    const [asked] = await entriesOf(member.id)
    expect(asked!.refused).toMatchObject({ code: 'too_slow' })
  },
)

it('a photo waits, however often, where a network answers nobody', async () => {
  network.cut = () => 'before'
  const send = photosFail(25, offlineError())
  await photo(1, 'Pie')
  for (let round = 1; round <= 6; round++) await send()
  expect(await states()).toEqual({ 'Photo of Pie': 'waiting' })
})

it('a photo that finds no network waits, however often, and after the next try behind votes', async () => {
  const send = photosFail(0, offlineError())
  await photo(1, 'Pie')
  await vote(true)
  await send()
  expect(tried).toEqual(['Photo of Pie'])
  for (let round = 2; round <= 8; round++) await send()
  expect(tried.slice(0, 4)).toEqual(['Photo of Pie', 'Vote', 'Photo of Pie', 'Photo of Pie'])
  expect(await states()).toEqual({ 'Photo of Pie': 'waiting', Vote: 'sent' })
})

it('what of which there were too many keeps nothing else waiting', async () => {
  await vote(true)
  await keepWrite(
    {
      route: 'POST /follow/follow-user',
      input: { userId: (await app.member()).id },
      about: 'follow',
      words: 'Follow',
    },
    member.id,
  )
  let isSpent = true
  const send = createQueueSender(async (entry) => {
    tried.push(entry.words)
    if (isSpent && entry.words === 'Vote') throw new ApiError(429, 'too_many_requests', 'Later.')
    return sendEntry(entry)
  })
  await send()
  expect(tried).toEqual(['Vote', 'Follow'])
  expect(await states()).toEqual({ Vote: 'waiting', Follow: 'sent' })
  isSpent = false
  await send()
  expect(await states()).toMatchObject({ Vote: 'sent' })
})
