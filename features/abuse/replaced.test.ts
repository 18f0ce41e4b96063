import { beforeAll, beforeEach, expect, it } from 'vitest'
import { photoClient } from '#features/photos/photos.testing.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { untilTaken } from '#platform/testing/until.ts'

// A report is about a text or photo, also when its author puts another one in its place or has it at several favorites.

let app: TestApp
let admin: Person
let author: Person
let reporter: Person
let place: { id: number; placeId: string }
beforeAll(async () => {
  app = await testApp()
  admin = await app.member({ id: 6 })
})
beforeEach(async () => {
  ;[author, reporter] = [await app.member(), await app.member()]
  place = await app.restaurant()
})

type Kind = 'text' | 'photo'
type Yolo = { id: number; itemId: number }
const word = 'Please be kind.'
const [harmless, rude] = ['A fine dish.', 'Words to be judged.']
let count = 0
const trySave = (description = '', categoryId = 7) => {
  const dish = { placeId: place.placeId, categoryId, itemName: `Waffle ${++count}` }
  return app.post('/api/yolos', { ...dish, description }, { as: author })
}
const save = async (description = '', categoryId = 7): Promise<Yolo> =>
  (await trySave(description, categoryId)).body
const edit = (id: number, description: string) =>
  app.put('/api/yolos', { id, description }, { as: author })
const photoOf = (colour: string) => makePhoto({ colour })
const upload = (id: number, photo: Uint8Array<ArrayBuffer>) =>
  untilTaken(() => photoClient(app).upload(id, photo, author))
const remove = (id: number) => app.delete(`/api/yolos/delete/${id}`, {}, { as: author })
const report = (kind: Kind, id: number, as = reporter) =>
  app.post('/api/abuse-reports', { kind, id, reason: 'offensive' }, { as })
const takeDown = (kind: Kind, id: number) =>
  app.post('/api/takedowns', { kind, id, word }, { as: admin })
const queue = async () =>
  (await app.get('/api/admin/queue', { as: admin })).body.items.filter(
    ({ member }: any) => member?.userId === author.id,
  )
const waiting = async () => (await queue()).map(({ about, id }: any) => [about, id])
const caseOf = (kind: Kind, id: number, round = 1) => [kind, `${kind}-${id}-${round}`]
const decide = async (decision: 'dismiss' | 'restore', [, id]: string[]) =>
  (await app.post('/api/admin/queue/decide', { ids: [id], decision, reason: word }, { as: admin }))
    .body.results
const shownTo = async (as: Person | null) =>
  (await app.get(`/api/restaurants/${place.id}`, { as })).body.items.map(
    ({ id, yolos: [yolo] }: any) => [id, yolo?.description],
  )
/** Returns what admins read about the reporter beside another report of theirs. */
async function record() {
  const other = await app.item({
    restaurant: place.id,
    category: 3,
    by: (await app.member()).id,
    description: 'Anything.',
  })
  await report('text', other.yoloId)
  const { items } = (await app.get('/api/admin/queue', { as: admin })).body
  const found = items.flatMap(({ reporters }: any) => reporters)
  const { confirmed, dismissed } = found.find(({ userId }: any) => userId === reporter.id)
  return { confirmed, dismissed }
}

it('what was reported is taken down as well if its author replaced it before the decision', async () => {
  const [first, other] = [await photoOf('#123456'), await photoOf('#654321')]
  const { id } = await save(rude)
  await upload(id, first)
  for (const kind of ['text', 'photo'] as const) await report(kind, id)
  await edit(id, harmless)
  await upload(id, other)
  for (const kind of ['text', 'photo'] as const) await takeDown(kind, id)
  await remove(id)

  expect((await trySave(rude)).status).toBe(400)
  expect((await trySave(harmless)).status).toBe(400)
  const { id: next } = await save()
  for (const photo of [first, other]) expect((await upload(next, photo)).status).toBe(400)
  expect((await upload(next, await photoOf('#abcdef'))).status).toBe(200)
  expect(await record()).toEqual({ confirmed: 2, dismissed: 0 })
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('a dismissal is not about a photo that wasn’t there', async () => {
  const [reported, decoy] = [await photoOf('#123456'), await photoOf('#654321')]
  const { id } = await save()
  await upload(id, reported)
  await report('photo', id)
  expect(await queue()).toMatchObject([{ note: null }])
  await upload(id, decoy)
  expect(await queue()).toMatchObject([
    { count: 1, note: 'A photo that was reported here isn’t here any more.' },
  ])
  const decoyCase = caseOf('photo', id)
  expect(await decide('dismiss', decoyCase)).toMatchObject([{ done: true }])
  expect(await queue()).toEqual([])
  expect(await record()).toEqual({ confirmed: 0, dismissed: 0 })

  // It can be undone, and made again.
  await decide('restore', decoyCase)
  expect(await waiting()).toEqual([decoyCase])
  await decide('dismiss', decoyCase)
  await upload(id, reported)
  expect(await queue()).toMatchObject([{ id: `photo-${id}-2`, count: 1, note: null }])
  expect(await decide('dismiss', caseOf('photo', id, 2))).toMatchObject([{ done: true }])
  expect(await record()).toEqual({ confirmed: 0, dismissed: 1 })
  // What an admin has seen and dismissed stays dismissed.
  await upload(id, decoy)
  await upload(id, reported)
  expect(await queue()).toEqual([])
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('an open report isn’t lost at a favorite of which another text was reported and dismissed', async () => {
  const [one, two] = [await save(harmless), await save(rude)]
  await report('text', one.id)
  await decide('dismiss', caseOf('text', one.id))
  await report('text', two.id)
  await remove(two.id)
  await edit(one.id, rude)
  expect(await waiting()).toEqual([caseOf('text', one.id, 2)])
  expect(await shownTo(reporter)).toEqual([[one.itemId, '']])
  await decide('dismiss', caseOf('text', one.id, 2))

  // Its reporter may report a third text as well, but nothing that an admin has dismissed.
  await report('text', one.id)
  expect(await waiting()).toEqual([])
  await edit(one.id, 'A third text.')
  await report('text', one.id)
  expect(await waiting()).toEqual([caseOf('text', one.id, 3)])
})

it('the same text at several favorites counts once in its reporter’s record', async () => {
  const yolos: Yolo[] = []
  for (const category of [1, 2, 3]) yolos.push(await save(rude, category))
  await report('text', yolos[0]!.id)
  for (const { id } of yolos) await edit(id, rude)
  expect(await waiting()).toHaveLength(3)
  for (const { id } of yolos) await decide('dismiss', caseOf('text', id))
  expect(await record()).toEqual({ confirmed: 0, dismissed: 1 })
})

it('a report that is withdrawn at one of several favorites is withdrawn at all', async () => {
  const [one, two] = [await save(rude), await save(rude)]
  await report('text', one.id)
  await edit(two.id, rude)
  expect(await waiting()).toHaveLength(2)
  await app.delete('/api/abuse-reports', { kind: 'text', id: two.id }, { as: reporter })
  for (const { id } of [one, two]) await edit(id, rude)
  expect(await waiting()).toEqual([])
  expect((await shownTo(reporter)).map(([, text]: string[]) => text)).toEqual([rude, rude])
})

it('what was taken down doesn’t become its author’s bio or picture', async () => {
  const photo = await photoOf('#123456')
  const { id } = await save(rude)
  await upload(id, photo)
  const avatar = (as: Person) => {
    const form = new FormData()
    form.set('file', new Blob([photo], { type: 'image/jpeg' }), 'me.jpg')
    return untilTaken(() => app.request('POST', '/api/user/avatar/upload', { as, body: form }))
  }
  const setBio = (bio: string, as = author) => app.put('/api/user/bio', { bio }, { as })
  for (const kind of ['text', 'photo'] as const) await takeDown(kind, id)

  const message = `We took this text down. This is why: ${word}`
  expect(await setBio(rude)).toMatchObject({ status: 400, body: { fields: { bio: message } } })
  expect((await setBio(harmless)).status).toBe(200)
  expect((await setBio(rude, reporter)).status).toBe(200)
  expect(await avatar(author)).toMatchObject({
    status: 400,
    body: { message: `We took this photo down. This is why: ${word}` },
  })
  expect((await avatar(reporter)).status).toBe(200)
})

it('undoing the deletion of a dish shows nothing that was taken down or reported since', async () => {
  const [one, two] = [await save(rude), await save(harmless)]
  for (const { id } of [one, two]) await report('text', id)
  for (const { itemId } of [one, two]) await app.put('/api/items/delete', { itemId }, { as: admin })
  const again = [await save(rude), await save(harmless)]
  await takeDown('text', again[0]!.id)
  const undo = ({ itemId }: Yolo) => app.put('/api/items/restore', { itemId }, { as: admin })
  expect((await undo(one)).body.yolos).toEqual({ restored: 0, left: 1 })
  await remove(again[0]!.id)
  expect((await undo(two)).body.yolos).toEqual({ restored: 1, left: 0 })
  expect(await shownTo(reporter)).toEqual(
    expect.arrayContaining([
      [two.itemId, ''],
      [again[1]!.itemId, ''],
    ]),
  )
  expect(JSON.stringify(await shownTo(null))).not.toContain(rude)
  expect(await waiting()).toContainEqual(caseOf('text', two.id))
  expect(await violatedInvariants(app.database)).toEqual([])
})
