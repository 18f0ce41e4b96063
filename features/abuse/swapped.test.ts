import { beforeAll, beforeEach, expect, it } from 'vitest'
import { photoClient } from '#features/photos/photos.testing.ts'
import { queues } from '#features/yolos/restore.server.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { untilTaken } from '#platform/testing/until.ts'

// Who is reported swaps what was reported for something harmless until an admin has looked, and then puts it back.

let app: TestApp
let admin: Person
let author: Person
let reporter: Person
let bad: Uint8Array<ArrayBuffer>
let fine: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  app = await testApp()
  admin = await app.member({ id: 6 })
  bad = await makePhoto({ colour: '#123456' })
  fine = await makePhoto({ colour: '#654321' })
})
beforeEach(async () => {
  ;[author, reporter] = [await app.member(), await app.member()]
})

type Kind = 'text' | 'photo' | 'member'
const word = 'Please be kind.'
const [harmless, rude] = ['A fine dish.', 'Words to be judged.']
const as = () => ({ as: author })
async function save(description = ''): Promise<number> {
  const { placeId } = await app.restaurant()
  const dish = { placeId, categoryId: 7, itemName: 'Waffle', description }
  return (await app.post('/api/yolos', dish, as())).body.id
}
const edit = (id: number, description: string) => app.put('/api/yolos', { id, description }, as())
/** Deletes a favorite, and lets the time in which its author can bring it back pass. */
async function deleteForGood(id: number) {
  await app.delete(`/api/yolos/delete/${id}`, {}, as())
  await app.database
    .updateTable('deleted_yolos')
    .set({ due: new Date(0) })
    .execute()
  await queues(app.services)[0]!.run({})
}
const upload = (id: number, photo: Uint8Array<ArrayBuffer>) =>
  untilTaken(() => photoClient(app).upload(id, photo, author))
const removePhoto = (id: number) => app.delete(`/api/yolo-image/${id}`, {}, as())
const setBio = (bio: string) => app.put('/api/user/bio', { bio }, as())
function setAvatar(photo: Uint8Array<ArrayBuffer>) {
  const form = new FormData()
  form.set('file', new Blob([photo], { type: 'image/jpeg' }), 'me.jpg')
  return untilTaken(() => app.request('POST', '/api/user/avatar/upload', { ...as(), body: form }))
}
const report = (kind: Kind, id: number) =>
  app.post('/api/abuse-reports', { kind, id, reason: 'offensive' }, { as: reporter })
const queue = async () =>
  (await app.get('/api/admin/queue?kind=abuse', { as: admin })).body.items.filter(
    ({ member }: any) => member.userId === author.id,
  )
const only = async () => {
  const rows = await queue()
  expect(rows).toHaveLength(1)
  return rows[0]
}
async function decide(decision: 'remove' | 'dismiss' | 'restore', row: any) {
  const body = { ids: [row.id], versions: [row.version], decision, reason: word }
  return (await app.post('/api/admin/queue/decide', body, { as: admin })).body.results[0]
}
const showAgain = (kind: Kind, id: number) =>
  app.delete('/api/takedowns', { kind, id }, { as: admin })
const decidedNothing = async () =>
  expect(
    await app.database
      .selectFrom('abuse_reports')
      .select('id')
      .where('reporter_id', '=', reporter.id)
      .where('closed_at', 'is not', null)
      .execute(),
  ).toEqual([])

it('a dismissal of a harmless bio is none of the bio that was reported', async () => {
  await setBio('Selling pills.')
  await report('member', author.id)
  await setBio('I love pancakes.')
  const shown = await only()
  expect(shown.text).toBe(`${author.name}\nI love pancakes.`)
  expect(shown.reporters[0].seen).toBe(`${author.name}\nSelling pills.`)
  expect(await decide('dismiss', shown)).toMatchObject({ done: true })
  expect(await queue()).toEqual([])
  await decidedNothing()

  await setBio('Selling PILLS!')
  const back = await only()
  expect(back).toMatchObject({ count: 1, id: `member-${author.id}-2` })
  // What was there when an admin dismissed it is dismissed for good; another bio can be reported.
  expect(await decide('dismiss', back)).toMatchObject({ done: true })
  await setBio('I love pancakes.')
  await setBio('Selling pills.')
  await report('member', author.id)
  expect(await queue()).toEqual([])
  await setBio('Selling arms.')
  await report('member', author.id)
  expect((await only()).reporters[0].seen).toContain('Selling arms.')
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('a dismissal is none of the picture or the name that was reported', async () => {
  await setAvatar(bad)
  await report('member', author.id)
  expect((await only()).image).toMatch(/^[0-9a-f]{32}$/)
  await setAvatar(fine)
  const shown = await only()
  expect(shown.note).toBe('A picture that was reported here isn’t here any more.')
  await decide('dismiss', shown)
  await decidedNothing()
  await setAvatar(bad)
  const back = await only()
  expect(back.note).toBeNull()
  await decide('dismiss', back)
  await setAvatar(fine)
  await setAvatar(bad)
  expect(await queue()).toEqual([])

  const rename = async (userName: string) => {
    const never = { user_name_changed_at: null }
    await app.database.updateTable('users').set(never).where('id', '=', author.id).execute()
    return app.put('/api/user/display-name', { userName }, as())
  }
  const { name } = author
  expect((await rename(`Rude ${author.id}`)).status).toBe(200)
  await report('member', author.id)
  await rename(name)
  await decide('dismiss', await only())
  expect(await queue()).toEqual([])
  await rename(`Rude ${author.id}`)
  expect((await only()).reporters[0].seen).toBe(`Rude ${author.id}`)
})

it('a reported text that its author emptied is taken down, and a dismissal isn’t about it', async () => {
  const [down, dismissed] = [await save(rude), await save('Other words.')]
  await report('text', down)
  await edit(down, '')
  expect(await decide('remove', await only())).toMatchObject({ done: true, state: 'removed' })
  expect(await edit(await save(), rude)).toMatchObject({ status: 400 })
  await deleteForGood(down)
  expect(await edit(await save(), rude)).toMatchObject({ status: 400 })

  await report('text', dismissed)
  await edit(dismissed, '')
  const shown = await only()
  expect(shown).toMatchObject({ text: '', reporters: [{ seen: 'Other words.' }] })
  expect(await decide('dismiss', shown)).toMatchObject({ done: true })
  await decidedNothing()
  expect(await queue()).toEqual([])
  await edit(dismissed, 'Other words!')
  expect(await decide('dismiss', await only())).toMatchObject({ done: true })
  await edit(dismissed, harmless)
  await edit(dismissed, 'Other words.')
  expect(await queue()).toEqual([])
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('twenty reports of one account hide nobody else’s', async () => {
  await setBio('A threat.')
  const others = [reporter, await app.member(), await app.member()]
  const reportMember = (as: Person) =>
    app.post('/api/abuse-reports', { kind: 'member', id: author.id, reason: 'offensive' }, { as })
  for (const other of others) await reportMember(other)
  const puppet = await app.member()
  for (let n = 0; n < 20; n++) {
    await setBio(`I like plate ${n}.`)
    expect((await reportMember(puppet)).status).toBe(200)
  }
  const { reporters, count } = await only()
  expect(count).toBe(4)
  const seen = reporters.map((one: { userId: number; seen: string }) => [one.userId, one.seen])
  for (const { id } of others)
    expect(seen).toContainEqual([id, expect.stringContaining('A threat.')])
})

it('a reported photo that its author removed is taken down', async () => {
  const id = await save()
  await upload(id, bad)
  await report('photo', id)
  await removePhoto(id)
  expect(await decide('remove', await only())).toMatchObject({ done: true, state: 'removed' })
  expect((await upload(await save(), bad)).status).toBe(400)
  expect((await upload(await save(), fine)).status).toBe(200)
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('nothing is taken down where nothing is and nothing was reported', async () => {
  const id = await save()
  for (const kind of ['text', 'photo'] as const)
    expect(await app.post('/api/takedowns', { kind, id, word }, { as: admin })).toMatchObject({
      status: 404,
    })
})

it('a takedown that ends while other words stand there goes on refusing what was taken down', async () => {
  const id = await save(rude)
  await report('text', id)
  const removed = await only()
  await decide('remove', removed)
  await edit(id, harmless)
  await showAgain('text', id)
  expect(await edit(id, 'WORDS to be judged')).toMatchObject({
    status: 400,
    body: { message: `We took this text down. This is why: ${word}` },
  })
  expect(await edit(id, 'Other words.')).toMatchObject({ status: 200 })
  await deleteForGood(id)
  expect(await edit(await save(), rude)).toMatchObject({ status: 400 })
})

it('nor is it shown by a favorite that its author deleted before the takedown ended', async () => {
  const [other, same] = [await save(rude), await save('Other words.')]
  for (const id of [other, same])
    await app.post('/api/takedowns', { kind: 'text', id, word }, { as: admin })
  await edit(other, harmless)
  for (const id of [other, same]) {
    await app.delete(`/api/yolos/delete/${id}`, {}, as())
    await showAgain('text', id)
  }
  expect((await edit(await save(), rude)).status).toBe(400)
  expect((await edit(await save(), 'Other words.')).status).toBe(200)
})

it('the same by the desk, where the same words stand they are free again', async () => {
  const [other, same] = [await save(rude), await save('Other words.')]
  for (const id of [other, same]) await report('text', id)
  for (const row of await queue()) await decide('remove', row)
  await edit(other, harmless)
  for (const id of [other, same]) await decide('restore', { id: `text-${id}-1`, version: '' })
  expect((await edit(other, rude)).status).toBe(400)
  expect((await edit(same, 'Other words.')).status).toBe(200)
  expect((await edit(await save(), 'Other words.')).status).toBe(200)
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('a takedown that ends while another photo is there goes on refusing what was taken down', async () => {
  const id = await save()
  await upload(id, bad)
  await report('photo', id)
  await decide('remove', await only())
  await upload(id, fine)
  await showAgain('photo', id)
  expect((await upload(id, bad)).status).toBe(400)
  expect((await setAvatar(bad)).status).toBe(400)
  expect((await upload(id, fine)).status).toBe(200)
  expect(await violatedInvariants(app.database)).toEqual([])
})
