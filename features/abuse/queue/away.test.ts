import { beforeAll, beforeEach, expect, it } from 'vitest'
import { photoClient } from '#features/photos/photos.testing.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { untilTaken } from '#platform/testing/until.ts'

// The author of what is reported goes, and comes back with it once an admin has decided.

let app: TestApp
let six: Person
let reporter: Person
let author: Person
beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  await app.empty()
  ;[six, reporter, author] = [await app.member({ id: 6 }), await app.member(), await app.member()]
})

const report = (kind: 'photo' | 'member', id: number) =>
  app.post('/api/abuse-reports', { kind, id, reason: 'violent' }, { as: reporter })
const first = async () => (await app.get('/api/admin/queue?kind=abuse', { as: six })).body.items[0]
async function dismiss({ id, version }: { id: string; version: string }) {
  const body = { ids: [id], versions: [version], decision: 'dismiss', reason: 'Looked at.' }
  return (await app.post('/api/admin/queue/decide', body, { as: six })).body.results[0]
}
const away = (disabled: Date | null) =>
  app.database
    .updateTable('users')
    .set({ disabled_at: disabled })
    .where('id', '=', author.id)
    .execute()
async function picture(path: string, as: Person) {
  const headers = { authorization: `Bearer ${as.token}` }
  const { status, headers: told } = await fetch(`${app.origin}/api${path}`, { headers })
  return [status, told.get('content-type'), told.get('cache-control')]
}
const shownToAdmins = [200, 'image/jpeg', 'no-store']

it('a photo whose author disabled the account, or leaves, is shown to the admin who decides, and it is said', async () => {
  const { id } = await photoClient(app).yolo(author)
  const image = await photoClient(app).add(id, author)
  await report('photo', id)
  const before = await first()
  expect(before).toMatchObject({ image, withheld: null, note: null })
  await away(new Date())
  const disabled = await first()
  expect(disabled).toMatchObject({
    image: null,
    withheld: { of: 'photo', id, name: image.replace('.jpg', '') },
    note: 'The account is disabled: nobody else sees this until its member comes back.',
  })
  expect(await picture(`/abuse-reports/photo?yoloId=${id}`, six)).toEqual(shownToAdmins)
  // It is the same picture that an admin decides about, whether others are shown it or not.
  expect(disabled.version).toBe(before.version)
  expect(await dismiss(before)).toMatchObject({ done: true })
})

it('so is the picture of a reported member, whose story the case leads to', async () => {
  const form = new FormData()
  form.set('file', new Blob([await makePhoto()], { type: 'image/jpeg' }), 'me.jpg')
  const { body } = await untilTaken(() =>
    app.request('POST', '/api/user/avatar/upload', { as: author, body: form }),
  )
  await report('member', author.id)
  expect(await first()).toMatchObject({ image: body.avatar, link: `/user/${author.id}` })
  await away(new Date())
  expect(await first()).toMatchObject({
    image: null,
    withheld: { of: 'avatar', id: author.id, name: body.avatar },
    note: expect.stringContaining('The account is disabled'),
    link: `/admin/members/${author.id}`,
  })
  const path = `/abuse-reports/avatar?userId=${author.id}`
  expect(await picture(path, six)).toEqual(shownToAdmins)
  expect((await picture(path, reporter))[0]).toBe(403)
  expect((await picture(`/abuse-reports/avatar?userId=${reporter.id}`, six))[0]).toBe(404)
})
