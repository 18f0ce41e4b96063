import { beforeAll, beforeEach, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { untilTaken } from '#platform/testing/until.ts'

// An account that is taken down is put right, shown again, and what it was taken down for put back.

let app: TestApp
let admin: Person
let author: Person
let reporter: Person
let rude: Uint8Array<ArrayBuffer>
let fine: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  app = await testApp()
  admin = await app.member({ id: 6 })
  rude = await makePhoto({ colour: '#123456' })
  fine = await makePhoto({ colour: '#654321' })
})
beforeEach(async () => {
  ;[author, reporter] = [await app.member(), await app.member()]
})

const word = 'Please be kind.'
const rename = (userName: string) => app.put('/api/user/display-name', { userName }, { as: author })
const setBio = (bio: string) => app.put('/api/user/bio', { bio }, { as: author })
function setAvatar(photo: Uint8Array<ArrayBuffer>) {
  const form = new FormData()
  form.set('file', new Blob([photo], { type: 'image/jpeg' }), 'me.jpg')
  return untilTaken(() =>
    app.request('POST', '/api/user/avatar/upload', { as: author, body: form }),
  )
}
const report = () => {
  const thing = { kind: 'member', id: author.id, reason: 'offensive' }
  return app.post('/api/abuse-reports', thing, { as: reporter })
}
/** The open cases about the author, and their answers. */
const cases = async () =>
  (await app.get('/api/admin/queue?kind=abuse', { as: admin })).body.items.filter(
    ({ id, link }: any) => id.startsWith(`member-${author.id}-`) || link.endsWith(`/${author.id}`),
  )
async function decide(decision: 'remove' | 'dismiss' | 'restore', { id, version }: any) {
  const versions = decision === 'restore' ? undefined : [version]
  const body = { ids: [id], versions, decision, reason: word }
  const { results } = (await app.post('/api/admin/queue/decide', body, { as: admin })).body
  expect(results).toMatchObject([{ done: true }])
}
async function takenDown() {
  await report()
  const [reported] = await cases()
  await decide('remove', reported)
  return reported
}
async function answer(text = 'I put it right.') {
  const [{ id }] = (await app.get('/api/takedowns', { as: author })).body
  await app.post(`/api/takedowns/${id}/answer`, { answer: text }, { as: author })
  const [one] = await cases()
  return one
}
const shown = async () => (await app.get(`/api/users/${author.id}`)).body
const account = async () => (await app.get('/api/user', { as: author })).body

it('puts bio, picture and name right before it answers, and an admin reads what stands there now', async () => {
  const before = `Rude ${author.id}`
  const after = `Kind ${author.id}`
  expect([(await rename(before)).status, (await setAvatar(rude)).status]).toEqual([200, 200])
  await setBio('Rude bio')
  await takenDown()
  const mail = await app.mail((text) => text.includes(`Hello ${before},`))
  expect(mail).toContain('Subject: We took down your account')
  expect(mail.replaceAll(/=\r?\n/g, '')).toContain('You can put your name, bio or picture right.')

  expect((await setBio('Kind bio')).body).toEqual({ result: { bio: 'Kind bio' } })
  const { status, body } = await setAvatar(fine)
  expect(status).toBe(200)
  // The name was changed a moment ago, and can be changed once more, with which the year begins.
  expect((await account()).nameChangeFrom).toBeNull()
  const renamed = await rename(after)
  expect(renamed).toMatchObject({ status: 200, body: { result: { userName: after } } })
  const { nameChangeFrom } = await account()
  expect(nameChangeFrom).not.toBeNull()
  expect(renamed.body.result.nameChangeFrom).toBe(nameChangeFrom)
  expect(await rename(before)).toMatchObject({
    status: 409,
    body: { error: 'name_changed_lately' },
  })
  expect((await app.get(`/api/users/${author.id}`)).status).toBe(404)
  expect((await app.get(`/api/avatars/${author.id}?v=${body.avatar}`)).status).toBe(404)

  const one = await answer()
  expect(one).toMatchObject({ name: after, withheld: { of: 'avatar', name: body.avatar } })
  expect(one.note.split('\n').slice(1).join('\n')).toBe(
    `It said: “${before}\nRude bio”\nNow it says: “${after}\nKind bio”`,
  )
  // What the admin hasn’t seen isn’t shown again.
  await setBio('Rude bio')
  const late = { ids: [one.id], versions: [one.version], decision: 'dismiss', reason: word }
  const refused = await app.post('/api/admin/queue/decide', late, { as: admin })
  expect(refused.body.results).toMatchObject([{ done: false, state: 'open' }])
  await setBio('Kind bio')
  await decide('dismiss', one)
  expect(await shown()).toMatchObject({ userName: after, bio: 'Kind bio', avatar: body.avatar })
  expect((await rename(before)).status).toBe(409)
})

it('what it was taken down for waits for an admin again when it is back', async () => {
  await setBio('Rude bio')
  await setAvatar(rude)
  const reported = await takenDown()
  await setBio('Kind bio')
  await setAvatar(fine)
  await decide('dismiss', await answer())
  expect(await cases()).toEqual([])
  await setBio('Kinder bio')
  expect(await cases()).toEqual([])

  await setBio('RUDE bio!')
  const [back] = await cases()
  expect(back).toMatchObject({ about: 'member', count: 1, reporters: [{ userId: reporter.id }] })
  // The report is one, of whatever was there: once it was dismissed with other things, it waits for those.
  await decide('dismiss', back)
  expect(await cases()).toEqual([])
  await setAvatar(rude)
  const [picture] = await cases()
  expect(picture).toMatchObject({ about: 'member', count: 1 })
  expect(picture.id).not.toBe(reported.id)
  await decide('remove', picture)
  expect((await app.get(`/api/users/${author.id}`)).status).toBe(404)
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('a report that was taken back while the account was down doesn’t wait again', async () => {
  await setBio('Rude bio')
  await takenDown()
  const thing = { kind: 'member', id: author.id }
  expect((await app.delete('/api/abuse-reports', thing, { as: reporter })).status).toBe(200)
  await setBio('Kind bio')
  await decide('dismiss', await answer())
  await setBio('Rude bio')
  expect(await cases()).toEqual([])
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('what stood there as it was shown again is settled', async () => {
  await setBio('Bio in doubt')
  await takenDown()
  await decide('dismiss', await answer('That is no offence.'))
  await setBio('Other bio')
  await setBio('Bio in doubt')
  expect((await report()).status).toBe(200)
  expect(await cases()).toEqual([])
})

it('its reports are those of the takedown again, if that stands again', async () => {
  const reports = () =>
    app.database
      .selectFrom('abuse_reports as r')
      .leftJoin('report_decisions as d', 'd.id', 'r.decision_id')
      .select(['r.id', 'closed_at', 'decision', 'decided_at', 'restored_at'])
      .where('r.member_id', '=', author.id)
      .orderBy('r.id')
      .execute()
  await setBio('Rude bio')
  await takenDown()
  const then = await reports()
  await setBio('Kind bio')
  const one = await answer()
  await decide('dismiss', one)
  expect(await reports()).not.toEqual(then)
  await decide('restore', one)
  expect(await reports()).toEqual(then)
  // Also if they waited again meanwhile.
  await decide('dismiss', (await cases())[0])
  await setBio('Rude bio')
  expect(await cases()).toHaveLength(1)
  await decide('restore', one)
  expect(await reports()).toEqual(then)
  expect((await cases()).map(({ about }: any) => about)).toEqual(['memberanswer'])
  // So does an admin who ends it outside the queue.
  await setBio('Kind bio')
  const thing = { kind: 'member', id: author.id }
  await app.delete('/api/takedowns', thing, { as: admin })
  expect(await cases()).toEqual([])
  await setBio('Rude bio')
  expect(await cases()).toHaveLength(1)
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('what was reported before and put there while it is down waits until it is shown again', async () => {
  await setBio('Old words')
  await report()
  await setBio('Kind bio')
  await decide('dismiss', (await cases())[0])
  await setBio('Rude bio')
  await takenDown()
  await setBio('Old words')
  expect(await cases()).toEqual([])
  const one = await answer()
  expect((await cases()).map(({ about }: any) => about)).toEqual(['memberanswer'])
  await decide('dismiss', one)
  const [back] = await cases()
  expect(back).toMatchObject({ about: 'member', count: 1 })
  await decide('remove', back)
})

it('so does a text', async () => {
  const place = await app.restaurant()
  const { yoloId } = await app.item({ restaurant: place.id, category: 3, by: author.id })
  const edit = (description: string) =>
    app.put('/api/yolos', { id: yoloId, description }, { as: author })
  const reportText = () =>
    app.post('/api/abuse-reports', { kind: 'text', id: yoloId, reason: 'spam' }, { as: reporter })
  const open = async () =>
    (await app.get('/api/admin/queue?kind=abuse', { as: admin })).body.items.filter(
      ({ about, member }: any) => about === 'text' && member.userId === author.id,
    )
  await edit('Old words.')
  await reportText()
  await edit('Kind words.')
  await decide('dismiss', (await open())[0])
  await edit('Rude words.')
  await reportText()
  await decide('remove', (await open())[0])
  await edit('Old words.')
  expect(await open()).toEqual([])
  await app.delete('/api/takedowns', { kind: 'text', id: yoloId }, { as: admin })
  await decide('remove', (await open())[0])
})
