import { beforeEach, expect, test } from 'vitest'
import { tablesOf } from '#features/own-data/archive.server.ts'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import {
  byCorrector,
  corrector,
  importedAddresses,
  streets,
  trustProxy,
  type Corrector,
} from './correctors.testing.ts'

const app = await testApp({ settings: { trustProxy } })
const limited = await testApp({ beside: app, rateLimits: true, settings: { trustProxy } })
const admin = await app.member({ id: 7 })
let place: { id: number; name: string; placeId: string }
let [ann, bob]: Corrector[] = []
beforeEach(async () => {
  place = await app.restaurant({ latitude: 44.98, longitude: -93.27 })
  await importedAddresses(app, place.id, streets)
  ;[ann, bob] = [await corrector(app), await corrector(app)]
})

const by = (one: Person | Corrector) => ('headers' in one ? byCorrector(one) : { as: one })
const propose = (field: string, value: string, as: Person = ann!) =>
  app.post(`/api/restaurants/${place.id}/corrections`, { field, value }, by(as))
const agree = (id: number, as: Person = bob!) =>
  app.post(`/api/corrections/${id}/agree`, {}, by(as))
const list = async (as: Person = bob!) =>
  (await app.get(`/api/restaurants/${place.id}/corrections`, { as })).body
const restaurant = async () => (await app.get(`/api/restaurants/${place.id}`)).body.restaurant
const stored = () =>
  app.database
    .selectFrom('restaurants')
    .selectAll()
    .where('id', '=', place.id)
    .executeTakeFirstOrThrow()
const audit = async () =>
  app.database
    .selectFrom('audit')
    .select(['actor_id', 'action', 'before', 'after'])
    .where('subject', '=', `restaurant ${place.id}`)
    .orderBy('id')
    .execute()

test('a correction stands beside the old, and is taken over when a second verified member agrees', async () => {
  const { status, body } = await propose('address', '  2  New   Street ')
  expect([status, body.applied]).toEqual([200, false])
  expect(await list()).toMatchObject({
    open: [
      { id: body.id, field: 'address', before: '1 Test Street', after: '2 New Street', own: false },
    ],
    applied: [],
  })
  expect((await list(ann)).open[0].own).toBe(true)
  expect((await restaurant()).address).toBe('1 Test Street')
  expect(await agree(body.id)).toMatchObject({ status: 200, body: { applied: true } })
  expect((await restaurant()).address).toBe('2 New Street')
  expect((await stored()).corrected).toEqual(['address'])
  expect((await list()).open).toEqual([])
  expect(await audit()).toEqual([
    {
      actor_id: bob!.id,
      action: 'restaurant.correct',
      before: { address: '1 Test Street' },
      after: { address: '2 New Street', proposedBy: ann!.id },
    },
  ])
  expect((await agree(body.id)).status).toBe(404)
})

test('who proposes the same agrees; of two at once one proposes and one agrees', async () => {
  const answers = await Promise.all(
    [ann, bob].map((one) => propose('address', '42 Same Street', one)),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers.filter(({ body }) => body.applied)).toHaveLength(1)
  expect((await restaurant()).address).toBe('42 Same Street')
  expect(await audit()).toHaveLength(1)
})

test('of a phone the digits decide: written otherwise it is the same, to what stands and to what is proposed', async () => {
  await app.database
    .updateTable('restaurants')
    .set({ phone: '+1 612-555-0104' })
    .where('id', '=', place.id)
    .execute()
  for (const value of ['+1 612 555 0104', '\u202a+1 (612) 555-0104\u202c', '16125550104'])
    expect(await propose('phone', value)).toMatchObject({
      status: 409,
      body: { error: 'already_so' },
    })
  const answers = await Promise.all([
    propose('phone', '+1 612-555-0199'),
    propose('phone', '+1 (612) 555 0199', bob),
  ])
  expect(answers.map(({ body }) => body.applied)).toEqual([false, false])
  expect((await list(admin)).open).toMatchObject([{ agreed: true, waitsFor: 'admin' }])
  await agree(answers[0].body.id, admin)
  expect((await restaurant()).phone.replaceAll(/\D/g, '')).toBe('16125550199')
  expect((await list()).open).toEqual([])
  // A member’s earlier proposal is replaced, even if it has the same digits.
  await propose('phone', '+1 612-555-0200')
  await propose('phone', '+1 612 555 0200')
  expect((await list(ann)).open).toMatchObject([{ after: '+1 612 555 0200' }])
})

test.each([
  ['disabled', { disabled_at: new Date() }],
  ['taken down', { suspended_at: new Date() }],
])('the word of one who is %s is no first one, and makes room', async (_, gone) => {
  const { id } = (await propose('address', '5 Anchor Street')).body
  await app.database.updateTable('users').set(gone).where('id', '=', ann!.id).execute()
  expect((await agree(id)).body.error).toBe('needs_another')
  const own = (await propose('address', '5 Anchor Street', bob)).body
  expect(own.applied).toBe(false)
  expect((await restaurant()).address).toBe('1 Test Street')
  const third = await corrector(app)
  expect((await agree(own.id, third)).body.applied).toBe(true)
})

test('a corrected pin moves dishes, city and lists; a corrected name its cards, within 2 s', async () => {
  const { id: by } = await app.member()
  await app.item({ restaurant: place.id, category: 7, by, name: 'Moved eggs' })
  const near = async (latitude: number, longitude: number) => {
    const point = `latitude=${latitude}&longitude=${longitude}&distanceMiles=1`
    const { body } = await app.get(`/api/yolos?category=7&${point}`)
    return body.nearBy.map((one: { restaurantName: string }) => one.restaurantName)
  }
  await expect.poll(() => near(44.98, -93.27)).toContain(place.name)
  const pin = (await propose('position', '44.9537, -93.09')).body
  expect((await agree(pin.id, admin)).body.applied).toBe(true)
  expect((await propose('name', 'Saint Paul Eggs', admin)).body.applied).toBe(true)
  await expect.poll(() => near(44.9537, -93.09)).toEqual(['Saint Paul Eggs'])
  await expect.poll(() => near(44.98, -93.27)).not.toContain(place.name)
  expect(await stored()).toMatchObject({
    city_label: 'Saint Paul, MN, US',
    name_key: 'saint paul eggs',
    corrected: ['position', 'name'],
  })
})

test('hours are taken as people write them, and read as a week', async () => {
  const { id } = (await propose('hours', 'Mon-Fri 11am-10pm, Sat noon-11pm, closed sundays')).body
  expect((await list()).open[0]).toMatchObject({
    before: '',
    after: 'Mon–Fri 11:00 AM – 10:00 PM; Sat 12:00 PM – 11:00 PM; Sun closed',
  })
  await agree(id)
  expect((await restaurant()).openingHours).toHaveLength(7)
})

test('what can’t be is refused with a word for the field, and what says nothing new', async () => {
  const wrong = [
    ['phone', 'call me'],
    ['position', '44.98'],
    ['position', '95, 10'],
    ['position', '34.05, -118.24'],
    ['hours', 'when we like'],
    ['name', '!!!'],
    ['name', 'x'.repeat(201)],
    ...['name', 'address', 'position', 'phone', 'hours'].map((field) => [field, ' ']),
  ]
  for (const [field, value] of wrong) {
    const { status, body } = await propose(field!, value!)
    expect([status, Object.keys(body.fields ?? {})], value).toEqual([400, ['value']])
  }
  expect((await propose('address', '1 Test Street')).body.error).toBe('already_so')
  expect((await propose('cuisines', 'pub')).status).toBe(400)
  // An admin can move the pin any distance.
  expect((await propose('position', '34.05, -118.24', admin)).body.applied).toBe(true)
})

test('what changed meanwhile isn’t overwritten, by agreeing or by undoing', async () => {
  const { id } = (await propose('address', '2 New Street')).body
  await app.database.updateTable('restaurants').set({ address: '3 Import Street' }).execute()
  expect((await agree(id)).body.error).toBe('changed_meanwhile')
  expect((await list()).open).toEqual([])
  const again = (await propose('address', '2 New Street')).body
  await agree(again.id)
  await app.database.updateTable('restaurants').set({ address: '4 Other Street' }).execute()
  const undo = await app.post(`/api/corrections/${again.id}/undo`, {}, { as: admin })
  expect(undo.body.error).toBe('changed_meanwhile')
})

test('a proposer withdraws, an admin declines, takes over at once, and undoes; each of the admin’s is audited', async () => {
  const first = (await propose('phone', '+1 612 555 0101')).body
  // The member's newer proposal replaces the first one.
  const second = (await propose('phone', '+1 612 555 0102')).body
  expect((await list(ann)).open.map(({ id }: { id: number }) => id)).toEqual([second.id])
  expect((await app.delete(`/api/corrections/${first.id}`, {}, { as: ann })).status).toBe(404)
  expect((await app.delete(`/api/corrections/${second.id}`, {}, { as: bob })).status).toBe(403)
  expect((await app.delete(`/api/corrections/${second.id}`, {}, { as: ann })).status).toBe(200)
  expect((await list(ann)).open).toEqual([])

  const third = (await propose('phone', '+1 612 555 0103')).body
  await app.delete(`/api/corrections/${third.id}`, {}, { as: admin })
  const fourth = (await propose('phone', '+1 612 555 0104')).body
  await agree(fourth.id, admin)
  expect((await list(admin)).applied).toMatchObject([
    { id: fourth.id, later: 0, proposedBy: { name: ann!.name }, agreedBy: { name: admin.name } },
  ])
  expect((await list()).applied).toEqual([])
  expect((await app.post(`/api/corrections/${fourth.id}/undo`, {}, { as: bob })).status).toBe(403)
  await app.post(`/api/corrections/${fourth.id}/undo`, {}, { as: admin })
  expect(await stored()).toMatchObject({ phone: null, corrected: [] })
  expect((await audit()).map(({ action }) => action)).toEqual([
    'restaurant.decline',
    'restaurant.correct',
    'restaurant.uncorrect',
  ])
})

test('a proposal goes with its account, what it changed stays; both are in the archives of who had a part', async () => {
  const { id } = (await propose('address', '5 New Street')).body
  await agree(id)
  await propose('phone', '+1 612 555 0105')
  expect((await tablesOf(app.database, ann!.id).read('corrections')).rows).toMatchObject([
    { field: 'address', after: '5 New Street', proposed_by_me: true },
    { field: 'phone', before: null, applied_at: null },
  ])
  expect((await tablesOf(app.database, bob!.id).read('corrections')).rows).toMatchObject([
    { field: 'address', proposed_by_me: false },
  ])
  await app.database.deleteFrom('users').where('id', '=', ann!.id).execute()
  expect((await list()).open).toEqual([])
  expect(await stored()).toMatchObject({ address: '5 New Street', corrected: ['address'] })
  expect((await list(admin)).applied).toMatchObject([{ id, proposedBy: null }])
})

test('of a restaurant that was merged away nothing is corrected any more; its number leads to the one that stays', async () => {
  const { id } = (await propose('phone', '+1 612 555 0106')).body
  const stays = await app.restaurant()
  await app.post(`/api/restaurants/${place.id}/merge`, { into: stays.id }, { as: admin })
  expect((await agree(id)).status).toBe(404)
  expect((await list(ann)).open).toEqual([])
  await propose('phone', '+1 612 555 0107')
  const { body } = await app.get(`/api/restaurants/${stays.id}/corrections`, { as: ann })
  expect(body.open).toHaveLength(1)
})

test('S10 what was refused isn’t counted: only twenty corrections that were taken are a day’s', async () => {
  const send = (value: string) =>
    limited.post(`/api/restaurants/${place.id}/corrections`, { field: 'address', value }, by(ann!))
  const wrong = ['1 Test Street', ' ', 'x'.repeat(600)]
  // Simultaneous requests may be refused while others' budget hasn't been given back yet, but all of it comes back.
  await Promise.all(Array.from({ length: 30 }, () => send(wrong[0]!)))
  for (const value of wrong) expect([400, 409]).toContain((await send(value)).status)
  for (let n = 0; n < 20; n++) expect((await send(`${n} New Street`)).status).toBe(200)
  for (let n = 0; n < 3; n++) {
    const { status, body, headers } = await send('21 New Street')
    expect([status, headers.get('ratelimit-limit')]).toEqual([429, '20'])
    expect(body.message).toMatch(/^That was a lot for one day\. Please try again in 2[34] hours\.$/)
    expect(body.retryAfter).toBeGreaterThan(22 * 3600)
  }
})

test('S10 what was refused is read all the same: sixty tries are a day’s, whatever came of them', async () => {
  const send = (value: string) =>
    limited.post(`/api/restaurants/${place.id}/corrections`, { field: 'hours', value }, { as: ann })
  const answers = await Promise.all(
    Array.from({ length: 70 }, (_, n) => send(`Mo-Fr 11:00-22:00 "${n}"`)),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(60)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10)
  const { status, headers } = await send('Mo-Fr 11:00-22:00')
  expect([status, headers.get('ratelimit-limit')]).toEqual([429, '60'])
})

test('S10 who corrected all day still agrees and reports, and who reported all day still corrects', async () => {
  await app.database.deleteFrom('rate_limits').execute()
  const post = (path: string, body: object, as: Person) =>
    limited.post(`/api/${path}`, body, by(as))
  const correct = (value: string, as: Person = ann!) =>
    post(`restaurants/${place.id}/corrections`, { field: 'address', value }, as)
  for (let n = 0; n < 20; n++) await correct(`${n} New Street`)
  expect((await correct('21 New Street')).status).toBe(429)
  const { id } = (await propose('phone', '+1 612 555 0107', bob)).body
  expect((await post(`corrections/${id}/agree`, {}, ann!)).status).toBe(200)
  for (let n = 0; n < 20; n++)
    expect((await post(`restaurants/${place.id}/closed`, {}, ann!)).status).toBe(200)
  expect((await post(`restaurants/${place.id}/closed`, {}, ann!)).status).toBe(429)
  await app.database.deleteFrom('rate_limits').where('key', 'like', 'correct:%').execute()
  expect((await correct('22 New Street')).status).toBe(200)
})

test('an admin finds what waits at any restaurant, oldest first, and not what is settled or no longer stands', async () => {
  const waiting = async (asked = '') =>
    (await app.get(`/api/admin/corrections?${asked}`, { as: admin })).body.items.filter(
      ({ restaurantId }: { restaurantId: number }) => restaurantId === place.id,
    )
  const { body: phone } = await propose('phone', '+1 612 555 0123')
  const { body: address } = await propose('address', '7 Waiting Road')
  const { body: name } = await propose('name', 'The Old Anchor')
  expect(await waiting()).toMatchObject([
    { id: phone.id, field: 'phone', before: '', after: '+1 612 555 0123', userId: ann!.id },
    {
      id: address.id,
      restaurantName: place.name,
      before: '1 Test Street',
      after: '7 Waiting Road',
    },
    { id: name.id },
  ])
  const idsOf = async (asked: string) => (await waiting(asked)).map(({ id }: any) => id)
  expect(await idsOf('q=waiting+ROAD')).toEqual([address.id])
  expect(await idsOf('q=%25')).toEqual([])
  expect(await idsOf('field=name')).toEqual([name.id])
  expect(await idsOf('agreed=true')).toEqual([])
  expect(await idsOf('sort=at&order=desc')).toEqual([name.id, address.id, phone.id])
  expect((await agree(phone.id, admin)).status).toBe(200)
  await app.request('DELETE', `/api/corrections/${address.id}`, { as: admin })
  expect(await waiting()).toMatchObject([{ id: name.id }])
  // A correction isn't listed if the restaurant was renamed in the meantime or its member is held.
  const rename = (to: string) =>
    app.database.updateTable('restaurants').set({ name: to }).where('id', '=', place.id).execute()
  await rename('Another')
  expect(await waiting()).toEqual([])
  await rename(place.name)
  expect(await waiting()).toHaveLength(1)
  await app.database
    .updateTable('users')
    .set({ disabled_at: new Date() })
    .where('id', '=', ann!.id)
    .execute()
  expect(await waiting()).toEqual([])
  expect((await app.get('/api/admin/corrections', { as: bob! })).status).toBe(403)
})
