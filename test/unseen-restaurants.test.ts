import { expect, test } from 'vitest'
import { calls as allCalls } from '#app/contract.ts'
import type { AnyCall } from '#platform/contract/call.ts'
import { openWorld } from '#platform/testing/access-world.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { samples } from './access-samples.ts'

// Only the unverified member who added something, and admins, may see it (rules: missing restaurants). Every call is
// tried with its IDs, so that a new call can't miss the check.

const world = await openWorld()
const { app } = world
const newcomer = await app.member({ verified: false })
const words = ['Quaggahouse', 'Quagga Lane', 'Quaggaburger', 'Quaggatext']
const point = { latitude: 44.98, longitude: -93.27 }
const unseen = await added()

async function added() {
  const as = newcomer
  const { body: restaurant } = await app.post(
    '/api/restaurants',
    { name: words[0], address: words[1], ...point },
    { as },
  )
  const { placeId, id: restaurantId } = restaurant
  const yolo = { placeId, categoryId: 3, itemName: words[2], description: words[3] }
  const { id: yoloId, itemId } = (await app.post('/api/yolos', yolo, { as })).body
  const form = new FormData()
  form.set('file', new Blob([await makePhoto()]), 'a.jpg')
  await app.request('POST', `/api/yolo-image/${yoloId}/image/upload`, { as, body: form })
  const correction = await app.database
    .insertInto('restaurant_corrections')
    .values({
      restaurant_id: restaurantId,
      field: 'address',
      before: JSON.stringify(words[1]),
      after: JSON.stringify(`2 ${words[1]}`),
      user_id: 6,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { placeId, restaurantId, itemId, yoloId, correctionId: correction.id }
}

/**
 * Returns the call's sample input, with its IDs and names replaced by those of the things that nobody else may see.
 * `numbered` is true if an ID was replaced.
 */
async function about({ route, input }: AnyCall, kind: 'text' | 'photo' | undefined) {
  const { placeId, restaurantId, itemId, yoloId, correctionId } = unseen
  const [, path = ''] = route.split(' ')
  const first = path.split('/')[1] ?? ''
  const byPath: Record<string, unknown> = {
    restaurants: restaurantId,
    items: itemId,
    yolos: yoloId,
    corrections: correctionId,
    'abuse-reports': yoloId,
    places: placeId,
    users: newcomer.id,
  }
  const byKey: Record<string, unknown> = {
    restaurantId,
    itemId,
    yoloId,
    outId: yoloId,
    insteadOf: yoloId,
    kind,
    id: byPath[first],
    place: String(restaurantId),
    items: String(itemId),
    restaurants: String(restaurantId),
    q: words[0],
    name: words[0],
    itemName: words[2],
  }
  const sample = (await samples[route]!.input(world)) as Record<string, unknown>
  const swapped = Object.keys({ ...input.shape, ...sample }).filter(
    (key) => byKey[key] !== undefined && (key in sample || key in input.shape),
  )
  if (swapped.length === 0) return { input: sample, numbered: false }
  const without = swapped.includes('place') || swapped.includes('restaurantId') ? ['placeId'] : []
  const mine = Object.fromEntries(swapped.map((key) => [key, byKey[key]]))
  const kept = Object.entries(sample).filter(([key]) => !without.includes(key))
  const numbered = swapped.some((key) => ['restaurantId', 'itemId', 'id', 'place'].includes(key))
  return { input: { ...Object.fromEntries(kept), ...mine }, numbered }
}

// The first three calls would end the member's account or session. Adding a restaurant of the same name reuses this one
// or creates another, which `missing-restaurants.test.ts` covers.
const leftOut = new Set(['DELETE /user', 'POST /user/disable', 'POST /logout', 'POST /restaurants'])
// Taking back a report that one hasn't made is answered alike for any number.
const alikeForAll = new Set(['DELETE /abuse-reports'])
const tried = allCalls
  .filter(({ route, access }) => ['anyone', 'member'].includes(access) && !leftOut.has(route))
  .flatMap((call) => {
    const kinds = 'kind' in call.input.shape ? (['text', 'photo'] as const) : [undefined]
    return kinds.map((kind) => ({ call, kind }))
  })

test('S12 no call shows others a restaurant that only its unverified member may see, nor takes what they do to it', async () => {
  expect(tried.length).toBeGreaterThan(80)
  const shown: string[] = []
  const taken: string[] = []
  for (const { call, kind } of tried)
    for (const as of [null, await app.member()] as (Person | null)[]) {
      const { input, numbered } = await about(call, kind)
      const { status, text } = await world.send(call, input, as)
      const who = `${call.route} as ${as ? 'member' : 'visitor'}`
      if (words.some((word) => text.includes(word)) && !text.includes('fields')) shown.push(who)
      // A read is judged only by what it shows, because an empty list reveals nothing.
      if (
        numbered &&
        status === 200 &&
        !call.route.startsWith('GET ') &&
        !alikeForAll.has(call.route)
      )
        taken.push(who)
    }
  expect(shown).toEqual([])
  expect(taken).toEqual([])
  const { unconfirmed } = await app.database
    .selectFrom('restaurants')
    .select('unconfirmed')
    .where('id', '=', unseen.restaurantId)
    .executeTakeFirstOrThrow()
  expect(unconfirmed).toBe(true)
})

test('S12 a card’s marks tell nothing of it, even to a member who has a report of it', async () => {
  const as = await app.member()
  await app.database
    .insertInto('abuse_reports')
    .values({
      reporter_id: as.id,
      yolo_id: unseen.yoloId,
      member_id: newcomer.id,
      kind: 'photo',
      reason: 'other',
      words: '',
      created_at: new Date(),
    })
    .execute()
  const marks = async (viewer: Person) =>
    (await app.get(`/api/marks?items=${unseen.itemId}`, { as: viewer })).body
  expect(await marks(as)).toEqual([])
  expect(await marks(newcomer)).toHaveLength(1)
})

test('S12 saving by the place id of a restaurant that others don’t see is like saving by none', async () => {
  const { placeId } = await app.database
    .selectFrom('restaurants')
    .select('place_id as placeId')
    .where('id', '=', unseen.restaurantId)
    .executeTakeFirstOrThrow()
  const save = async (yolo: object) =>
    app.post(
      '/api/yolos',
      { categoryId: 3, ...yolo },
      { as: await app.member({ verified: false }) },
    )
  for (const itemName of [words[2], 'Quagga fries']) {
    const [there, nowhere] = [
      await save({ placeId, itemName }),
      await save({ placeId: 'own:nowhere', itemName }),
    ]
    expect([there.status, there.body]).toEqual([400, nowhere.body])
  }

  // Whether there is a dish of a number can't be told either.
  const seen = await app.restaurant()
  const answers = []
  for (const itemId of [unseen.itemId, 2_000_000_000])
    for (const place of [placeId, seen.placeId, undefined])
      for (const categoryId of [3, 4])
        answers.push((await save({ placeId: place, itemId, categoryId })).text)
  expect(new Set(answers).size).toBe(1)
})
