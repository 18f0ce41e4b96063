import { beforeAll, expect, it } from 'vitest'
import { nightlyQueue } from '#features/accounts/nightly.server.ts'
import { photoClient } from '#features/photos/photos.testing.ts'
import { queues } from '#features/yolos/restore.server.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { untilTaken } from '#platform/testing/until.ts'

// What becomes of moderated content when its author deletes the favorite and saves the same text or photo again.

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await testApp()
  admin = await app.member({ id: 6 })
})

const word = 'Please be kind.'
const takeDown = (kind: 'text' | 'photo', id: number) =>
  app.post('/api/takedowns', { kind, id, word }, { as: admin })
const report = (as: Person, kind: 'text' | 'photo', id: number) =>
  app.post('/api/abuse-reports', { kind, id, reason: 'offensive' }, { as })
const cases = async () => (await app.get('/api/abuse-reports', { as: admin })).body.items
const own = async (as: Person) => (await app.get('/api/takedowns', { as })).body
/** Deletes for good what was deleted. */
async function sweepDeleted() {
  await app.database
    .updateTable('deleted_yolos')
    .set({ due: new Date(0) })
    .execute()
  await queues(app.services)[0]!.run({})
}

it('a text or photo that was taken down is remembered once its yolo can’t be restored any more', async () => {
  const author = await app.member()
  const { placeId } = await app.restaurant()
  const save = (itemName: string, description: string) =>
    app.post('/api/yolos', { placeId, categoryId: 7, itemName, description }, { as: author })
  const [photo, other] = [await makePhoto(), await makePhoto({ width: 900, height: 700 })]
  const upload = (id: number, bytes: typeof photo, cut?: object) =>
    untilTaken(() => photoClient(app).upload(id, bytes, author, 'file', cut))
  const remove = (id: number) => app.delete(`/api/yolos/delete/${id}`, {}, { as: author })

  const text = 'Words nobody should read.'
  const { body: kept } = await save('Kept Waffle', text)
  expect((await upload(kept.id, photo)).status).toBe(200)
  await remove(kept.id)
  const { body: yolo } = await save('Rude Waffle', text)
  expect((await upload(yolo.id, photo)).status).toBe(200)
  for (const kind of ['text', 'photo'] as const) await takeDown(kind, yolo.id)
  // Another one with the same text and photo doesn't come back either.
  const back = await app.post(`/api/yolos/${kept.id}/restore`, {}, { as: author })
  expect(back).toMatchObject({
    status: 400,
    body: { message: `We took this text down. This is why: ${word}` },
  })
  await remove(yolo.id)
  await sweepDeleted()

  const cut = { x: 0.25, y: 0.25, width: 0.5, height: 0.5, degrees: 0 }
  expect((await save('New Waffle', text)).status).toBe(400)
  const { body: next } = await save('New Waffle', 'Crisp.')
  const refused = {
    status: 400,
    body: { message: `We took this photo down. This is why: ${word}` },
  }
  expect(await upload(next.id, photo)).toMatchObject(refused)
  expect(await upload(next.id, photo, cut)).toMatchObject(refused)
  expect((await upload(next.id, other)).status).toBe(200)
  expect(await own(author)).toEqual([])
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('a text that was taken down is refused as a name, too', async () => {
  const author = await app.member()
  const { placeId, id: restaurant } = await app.restaurant()
  const text = 'Rats in the stew'
  const as = { as: author }
  const save = (itemName: string, description = '') =>
    app.post('/api/yolos', { placeId, categoryId: 7, itemName, description }, as)
  const { id } = (await save('Goulash', text)).body
  await takeDown('text', id)
  const there = { name: 'Other Place', address: '1 New Street', latitude: 44.98, longitude: -93.27 }
  const correct = (field: string, value: string) =>
    app.post(`/api/restaurants/${restaurant}/corrections`, { field, value }, as)
  const same = 'rats in the stеw!'
  const fields = {
    itemName: await save(same),
    new_name: await app.put('/api/yolo/name', { yoloId: id, new_name: same }, as),
    name: await app.post('/api/restaurants', { ...there, name: same }, as),
    address: await app.post('/api/restaurants', { ...there, address: same }, as),
    userName: await app.put('/api/user/display-name', { userName: same }, as),
  }
  const message = `We took this text down. This is why: ${word}`
  for (const [field, { status, body }] of Object.entries(fields))
    expect([field, status, body.fields]).toEqual([field, 400, { [field]: message }])
  for (const field of ['name', 'address'])
    expect(await correct(field, same)).toMatchObject({
      status: 400,
      body: { fields: { value: message } },
    })
  // Others may say it, and the author other things.
  const other = await app.member()
  const theirs = await app.post(
    '/api/yolos',
    { placeId, categoryId: 7, itemName: text },
    { as: other },
  )
  expect(theirs.status).toBe(200)
  expect((await save('Beef stew')).status).toBe(200)
})

it('what is reported stays before the admins, and out of its reporter’s sight', async () => {
  const author = await app.member()
  const { placeId, id: restaurant } = await app.restaurant()
  const text = 'Words to be judged.'
  const photo = await makePhoto({ colour: '#123456' })
  const save = async (itemName: string) =>
    (
      await app.post(
        '/api/yolos',
        { placeId, categoryId: 7, itemName, description: text },
        { as: author },
      )
    ).body.id as number
  const upload = (id: number) => untilTaken(() => photoClient(app).upload(id, photo, author))
  const remove = (id: number) => app.delete(`/api/yolos/delete/${id}`, {}, { as: author })
  const first = await save('Belgian Waffle')
  expect((await upload(first)).status).toBe(200)
  const reporter = await app.member()
  for (const kind of ['text', 'photo'] as const) await report(reporter, kind, first)
  await remove(first)
  expect(await cases()).toEqual([])
  await sweepDeleted()

  const second = await save('Belgian Waffle')
  expect((await upload(second)).status).toBe(200)
  const waiting = async () =>
    (await cases()).map(({ kind, id, reportCount }: any) => [kind, id, reportCount])
  expect(await waiting()).toEqual([
    ['photo', second, 1],
    ['text', second, 1],
  ])
  const shownTo = async (as: Person) =>
    (await app.get(`/api/restaurants/${restaurant}`, { as })).body.items[0].yolos[0]
  expect(await shownTo(reporter)).toMatchObject({ description: '', image: null })
  expect((await shownTo(author)).description).toBe(text)

  // A favorite that is restored has the reports of another one with the same text.
  await remove(second)
  const third = await save('Liège Waffle')
  await app.post(`/api/yolos/${second}/restore`, {}, { as: author })
  await remove(third)
  const of = async (id: number) => (await waiting()).filter((one: any) => one[1] === id).length
  expect(await of(second)).toBe(2)

  // However often it is deleted and saved again, it has one report of each reporter, and once an admin has decided, none.
  let last = second
  for (let n = 0; n < 3; n++) {
    await remove(last)
    last = await save('Belgian Waffle')
  }
  const reports = app.database.selectFrom('abuse_reports').where('member_id', '=', author.id)
  const texts = reports.where('kind', '=', 'text').select('yolo_id')
  expect(await texts.execute()).toEqual([{ yolo_id: last }])
  await app.post('/api/abuse-reports/dismiss', { kind: 'text', id: last }, { as: admin })
  await remove(last)
  expect(await of(await save('Belgian Waffle'))).toBe(0)
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('a report of what its author deleted waits for a year', async () => {
  const author = await app.member()
  const { placeId } = await app.restaurant()
  const save = async (itemName: string) =>
    (
      await app.post(
        '/api/yolos',
        { placeId, categoryId: 7, itemName, description: `What ${itemName} is like.` },
        { as: author },
      )
    ).body.id as number
  const [gone, kept] = [await save('Gone Waffle'), await save('Kept Waffle')]
  const reporter = await app.member()
  for (const id of [gone, kept]) await report(reporter, 'text', id)
  await app.delete(`/api/yolos/delete/${gone}`, {}, { as: author })
  await sweepDeleted()

  const day = 24 * 60 * 60 * 1000
  const left = async (days: number) => {
    app.clock.set(new Date(Date.now() + days * day))
    await nightlyQueue(app.services).run({})
    app.clock.set(null)
    const reports = app.database.selectFrom('abuse_reports').where('member_id', '=', author.id)
    return (await reports.select('yolo_id').orderBy('yolo_id').execute()).map((one) => one.yolo_id)
  }
  expect(await left(364)).toEqual([gone, kept])
  expect(await left(366)).toEqual([kept])
})
