import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { calls } from '#app/contract.ts'
import { nightlyQueue } from '#features/accounts/nightly.server.ts'
import { pauses, supportsIdempotencyKey } from '#platform/server/http/idempotency.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import type { Person } from '#platform/testing/people.ts'

let app: TestApp
let member: Person
const burgers = 3
const hour = 60 * 60 * 1000

beforeAll(async () => {
  app = await testApp()
})

const keyed = (key: string, as: Person | null = member) => ({
  as,
  headers: { 'Idempotency-Key': key },
})

async function savable(name = 'Anchor Burger') {
  member = await app.member()
  const { placeId } = await app.restaurant()
  return { placeId, categoryId: burgers, itemName: name }
}

const own = async () =>
  (await app.get('/api/my-page', { as: member })).body.items as Array<{ name: string }>

it('the same request with the same key is done once and answered alike', async () => {
  const yolo = await savable()
  const first = await app.post('/api/yolos', yolo, keyed('a'))
  expect(first.status).toBe(200)
  const again = await app.post('/api/yolos', yolo, keyed('a'))
  expect([again.status, again.text]).toEqual([200, first.text])
  // Without a key, the request saves the same dish a second time.
  expect((await app.post('/api/yolos', yolo, { as: member })).body.error).toBe('already_yours')
  expect(await own()).toHaveLength(1)
})

it('F7 twenty at once with one key get one answer', async () => {
  const yolo = await savable()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => app.post('/api/yolos', yolo, keyed('at-once'))),
  )
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]!.status).toBe(200)
})

it('another body under the same key is refused and changes nothing', async () => {
  const yolo = await savable()
  await app.post('/api/yolos', yolo, keyed('b'))
  const other = await app.post('/api/yolos', { ...yolo, itemName: 'Another' }, keyed('b'))
  expect([other.status, other.body.error]).toEqual([422, 'key_reused'])
  expect((await own()).map(({ name }) => name)).toEqual(['Anchor Burger'])
})

it('F7 a picture under the key of another of the same length is refused, the same again is answered alike', async () => {
  const yolo = await savable('Pictured')
  const { body } = await app.post('/api/yolos', yolo, { as: member })
  const red = await makePhoto()
  // The bytes behind a photo's end say nothing about it, so this one only differs where it doesn't matter.
  const [one, other] = [1, 2].map((byte) => Buffer.concat([red, Buffer.alloc(16, byte)]))
  const upload = (picture: Buffer, options = keyed('picture'), cut?: string) => {
    const form = new FormData()
    if (cut) form.set('cut', cut)
    form.set('file', new Blob([Uint8Array.from(picture)], { type: 'image/jpeg' }), 'photo.jpg')
    const path = `/api/yolo-image/${body.id}/image/upload`
    return app.request('POST', path, { ...options, body: form })
  }
  const first = await upload(one!)
  expect(first.status).toBe(200)
  expect((await upload(one!)).text).toBe(first.text)
  const refused = await upload(other!)
  expect([refused.status, refused.body.error]).toEqual([422, 'key_reused'])
  const turned = '{"x":0,"y":0,"width":1,"height":1,"degrees":90}'
  expect((await upload(one!, keyed('picture'), turned)).body.error).toBe('key_reused')
  expect((await upload(other!, keyed('next-picture'))).body.image).not.toBe(first.body.image)
})

it('a key belongs to a member and a call', async () => {
  const yolo = await savable()
  const { body } = await app.post('/api/yolos', yolo, keyed('c'))
  const description = 'Smoky.'
  expect((await app.put('/api/yolos', { id: body.id, description }, keyed('c'))).status).toBe(200)
  const other = await app.member()
  const theirs = await app.post('/api/yolos', { ...yolo, itemName: 'Theirs' }, keyed('c', other))
  expect(theirs.status).toBe(200)
})

it('a refusal is answered alike too, with all that it carries', async () => {
  const yolo = await savable()
  await app.post('/api/yolos', yolo, { as: member })
  const first = await app.post('/api/yolos', yolo, keyed('d'))
  expect([first.status, first.body.error]).toEqual([409, 'already_yours'])
  await app.delete(`/api/yolos/delete/${first.body.yolo.id}`, undefined, { as: member })
  const again = await app.post('/api/yolos', yolo, keyed('d'))
  expect([again.status, again.text]).toEqual([409, first.text])
})

it('S10 of a refusal with long texts little is stored; its status, code and shape stay', async () => {
  const yolo = await savable()
  // Each character takes four bytes.
  const description = '\u{20000}'.repeat(150)
  for (const n of [1, 2, 3]) {
    const itemName = `Burger ${n}`
    const saved = await app.post('/api/yolos', { ...yolo, itemName, description }, { as: member })
    expect(saved.status).toBe(200)
  }
  const refused = () => app.post('/api/yolos', { ...yolo, itemName: 'Fourth' }, keyed('long'))
  const [first, again] = [await refused(), await refused()]
  expect([first.status, first.body.error]).toEqual([409, 'quota_filled'])
  expect(first.body.yolos[0].description).toBe(description)
  expect([again.status, again.body.error, again.body.message]).toEqual([
    409,
    'quota_filled',
    first.body.message,
  ])
  const names = (body: typeof first.body) => body.yolos.map(({ itemName }: any) => itemName)
  expect(names(again.body)).toEqual(names(first.body))
  const { rows } = await sql<{ bytes: number }>`
    select octet_length(outcome::text) as bytes from idempotency_keys
     where user_id = ${member.id} and key = 'long'`.execute(app.database)
  expect(rows[0]!.bytes).toBeLessThan(2_500)
})

it('S10 what only reads is stored under no key', async () => {
  await savable()
  const body = { places: [{ name: 'Anchor', latitude: 44.98, longitude: -93.27 }] }
  expect((await app.post('/api/saved-places/match', body, keyed('read'))).status).toBe(200)
  const rows = app.database.selectFrom('idempotency_keys').where('user_id', '=', member.id)
  expect(await rows.select('key').execute()).toEqual([])
})

it('a day later the key is free again, and the night forgets it', async () => {
  const yolo = await savable()
  const begun = new Date()
  app.clock.set(begun)
  const { body } = await app.post('/api/yolos', yolo, keyed('e'))
  await app.delete(`/api/yolos/delete/${body.id}`, undefined, { as: member })
  app.clock.set(new Date(begun.getTime() + 23 * hour))
  expect((await app.post('/api/yolos', yolo, keyed('e'))).body.id).toBe(body.id)
  expect(await own()).toHaveLength(0)
  app.clock.set(new Date(begun.getTime() + 25 * hour))
  expect((await app.post('/api/yolos', yolo, keyed('e'))).status).toBe(200)
  expect(await own()).toHaveLength(1)
  app.clock.set(new Date(begun.getTime() + 50 * hour))
  await nightlyQueue(app.services).run({})
  app.clock.set(null)
  expect(await app.database.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])
})

it('a write that broke off with its process is done by the next of its kind', async () => {
  const yolo = await savable()
  const begun = new Date()
  app.clock.set(begun)
  await app.post('/api/yolos', { ...yolo, itemName: 'First' }, keyed('f'))
  // A process that is killed between the write and the response leaves the key like this.
  await app.database
    .updateTable('idempotency_keys')
    .set({ outcome: null })
    .where('key', '=', 'f')
    .execute()
  app.clock.set(new Date(begun.getTime() + 61_000))
  const again = await app.post('/api/yolos', { ...yolo, itemName: 'First' }, keyed('f'))
  app.clock.set(null)
  expect([again.status, again.body.error]).toEqual([409, 'already_yours'])
  expect(await own()).toHaveLength(1)
})

it('what is sent again before that waits eight seconds and no longer', () =>
  expect(pauses.reduce((sum, pause) => sum + pause)).toBe(8_000))

it('S10 a member has two thousand keys a day; one that is known is answered still', async () => {
  const yolo = await savable()
  const now = new Date()
  app.clock.set(now)
  const first = await app.post('/api/yolos', yolo, keyed('known'))
  await sql`
    insert into idempotency_keys (user_id, route, key, input_hash, started_at, outcome)
    select ${member.id}::integer, 'POST /share', 'k' || n, '', ${now}::timestamptz, '{"refused":true}'
      from generate_series(1, 1999) n`.execute(app.database)
  const over = await app.post('/api/share', {}, keyed('over'))
  expect([over.status, over.body.error, over.headers.get('retry-after')]).toEqual([
    429,
    'too_many',
    '3600',
  ])
  expect((await app.post('/api/yolos', yolo, keyed('known'))).text).toBe(first.text)
  expect((await app.post('/api/share', {}, { as: member })).status).toBe(200)
  app.clock.set(new Date(now.getTime() + 24 * hour))
  expect((await app.post('/api/share', {}, keyed('over'))).status).toBe(200)
  app.clock.set(null)
})

it('a malformed key is a bad input, for visitors too', async () => {
  await savable()
  for (const bad of ['', 'with space', 'x'.repeat(65), 'ü'.normalize(), 'a/b'])
    for (const as of [member, null]) {
      const { status, body } = await app.post('/api/share', {}, keyed(encodeHeader(bad), as))
      expect([bad, as === null, status]).toEqual([bad, as === null, as ? 400 : 401])
      if (as) expect(body.fields).toHaveProperty('Idempotency-Key')
    }
  expect((await app.post('/api/login', { email: 'a@b.example' }, keyed('a b', null))).status).toBe(
    400,
  )
})

/** Encodes a text as a client would have to, because a header can only contain bytes. */
const encodeHeader = (text: string) => (/^[ -~]*$/.test(text) ? text : encodeURIComponent(text))

it('no password and no session is kept by key', () => {
  const names = (shape: object) => Object.keys(shape)
  const secret = /password|^current$|token/i
  for (const call of calls.filter(supportsIdempotencyKey)) {
    expect([call.route, names(call.input.shape).filter((name) => secret.test(name))]).toEqual([
      call.route,
      [],
    ])
    const output = 'shape' in call.output ? names(call.output.shape as object) : []
    expect([call.route, output.filter((name) => secret.test(name))]).toEqual([call.route, []])
  }
})

it('reads and calls without a key leave nothing behind', async () => {
  await savable()
  await app.get('/api/my-page', keyed('g'))
  await app.post('/api/share', {}, { as: member })
  const rows = await app.database
    .selectFrom('idempotency_keys')
    .select('key')
    .where('user_id', '=', member.id)
    .execute()
  expect(rows).toEqual([])
})
