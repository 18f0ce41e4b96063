import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { photoClient } from '#features/photos/photos.testing.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await testApp()
  admin = await app.member({ id: 6 })
})
beforeEach(async () => {
  await app.database.deleteFrom('abuse_reports').execute()
  await app.database.deleteFrom('takedowns').execute()
  await app.database.deleteFrom('audit').execute()
})

async function dish({ photo = false } = {}) {
  const { id: restaurant, name: place } = await app.restaurant()
  const owner = await app.member()
  const description = 'Rude words.'
  const made = await app.item({ restaurant, category: 3, by: owner.id, description })
  const upload = () => photoClient(app).add(made.yoloId, owner)
  const image = photo ? await upload() : ''
  const card = async (as: Person | null = null) =>
    (await app.get(`/api/restaurants/${restaurant}`, { as })).body.items[0]
  return { restaurant, place, owner, image, upload, card, yoloId: made.yoloId, name: made.name }
}

type Kind = 'text' | 'photo' | 'member'
const report = async (kind: Kind, id: number, more: object = {}) => {
  const as = await app.member()
  await app.post('/api/abuse-reports', { kind, id, reason: 'offensive', ...more }, { as })
  return as
}
const word = 'Please be kind.'
const takeDown = (kind: Kind, id: number, as = admin) =>
  app.post('/api/takedowns', { kind, id, word }, { as })
const restore = (kind: Kind, id: number) =>
  app.delete('/api/takedowns', { kind, id }, { as: admin })
const cases = async (query = '') =>
  (await app.get(`/api/abuse-reports${query}`, { as: admin })).body
const own = async (as: Person) => (await app.get('/api/takedowns', { as })).body
const isTo = (text: string, { email }: Person) => text.includes(email.replace(/^(.*)@/, '"$1"@'))
const audited = () =>
  app.database
    .selectFrom('audit')
    .select(['actor_id', 'action', 'subject', 'before', 'after'])
    .orderBy('id')
    .execute()

it('a text that its owner’s page hides is edited without a question', async () => {
  const { yoloId: id, owner } = await dish()
  await takeDown('text', id)
  const edit = { id, description: 'Kind words.', expected: { description: '' } }
  expect((await app.put('/api/yolos', edit, { as: owner })).status).toBe(200)
})

describe('the list', () => {
  it('tells admins what is reported, by whom and why, counted, page by page, and closes what is dismissed', async () => {
    const it = await dish()
    const first = await report('text', it.yoloId, { reason: 'spam', words: 'Sells things.' })
    const second = await report('text', it.yoloId)
    await app.put('/api/yolos', { id: it.yoloId, description: 'Kind words.' }, { as: it.owner })
    const [one] = (await cases()).items
    expect(one).toMatchObject({
      kind: 'text',
      id: it.yoloId,
      member: { userId: it.owner.id, userName: it.owner.name },
      dish: { itemName: it.name, restaurantName: it.place },
      text: 'Kind words.',
      reportCount: 2,
      takedown: null,
    })
    expect(one.reports).toMatchObject([
      { userId: second.id, reason: 'offensive', words: '' },
      { userId: first.id, userName: first.name, reason: 'spam', words: 'Sells things.' },
    ])
    expect(one.reports[0].seen).toBe('Rude words.')

    const dismiss = () =>
      app.post('/api/abuse-reports/dismiss', { kind: 'text', id: it.yoloId }, { as: admin })
    const told = await Promise.all([dismiss(), dismiss()])
    expect(told.map(({ body }) => body.dismissed).sort((a, b) => a - b)).toEqual([0, 2])
    expect((await cases()).items).toEqual([])
    expect((await it.card(first)).yolos[0].description).toBe('')
    expect(await audited()).toMatchObject([
      { actor_id: 6, action: 'abuse.dismiss', subject: `text of yolo ${it.yoloId}` },
    ])
    await report('text', it.yoloId)
    expect((await cases()).items).toMatchObject([{ reportCount: 1 }])

    for (let n = 0; n < 22; n++) await report('member', (await app.member()).id)
    const page = await cases()
    const rest = await cases(`?cursor=${page.cursor}`)
    expect([page.items.length, rest.items.length, rest.cursor]).toEqual([20, 3, null])
    const ids = [...page.items, ...rest.items].map(({ kind, id }) => `${kind} ${id}`)
    expect(new Set(ids).size).toBe(23)
    const wrong = await app.get('/api/abuse-reports?cursor=x', { as: admin })
    expect([wrong.status, wrong.body.error]).toEqual([400, 'bad_cursor'])
  })
})

describe('a takedown', () => {
  it('S37 takes a text from everyone’s sight, tells its author why, and once however often it comes', async () => {
    const it = await dish()
    await report('text', it.yoloId)
    const answers = await Promise.all(Array.from({ length: 10 }, () => takeDown('text', it.yoloId)))
    expect(answers.map(({ status, body }) => [status, body.takenDown])).toEqual(
      Array.from({ length: 10 }, () => [200, true]),
    )
    for (const as of [null, it.owner, await app.member(), admin])
      expect((await it.card(as)).yolos[0].description).toBe('')
    expect((await app.get(`/api/users/${it.owner.id}`)).body.items[0].yolos[0].description).toBe('')
    // The author still sees the text and can improve it. It stays hidden until an admin restores it.
    const mine = async () =>
      (await app.get('/api/my-page', { as: it.owner })).body.items[0].yolos[0].description
    expect(await mine()).toBe('Rude words.')
    await app.put('/api/yolos', { id: it.yoloId, description: 'Kind words.' }, { as: it.owner })
    expect(await mine()).toBe('Kind words.')
    expect((await it.card()).yolos[0].description).toBe('')

    const mail = await app.mail((text) => isTo(text, it.owner))
    expect(mail).toContain(`We took down your text on ${it.name} at ${it.place}`)
    expect(mail).toContain(word)
    expect(await own(it.owner)).toMatchObject([
      { kind: 'text', word, answer: null, dish: { itemName: it.name, restaurantName: it.place } },
    ])
    expect((await cases()).items).toEqual([])
    expect(await audited()).toMatchObject([
      {
        actor_id: 6,
        action: 'abuse.take-down',
        subject: `text of yolo ${it.yoloId}`,
        before: { description: 'Rude words.', open: 1 },
        after: { word },
      },
    ])
    expect((await takeDown('text', it.yoloId, it.owner)).status).toBe(403)

    await Promise.all([restore('text', it.yoloId), restore('text', it.yoloId)])
    expect((await it.card()).yolos[0].description).toBe('Kind words.')
    expect(await own(it.owner)).toEqual([])
    expect((await audited()).map(({ action }) => action)).toEqual([
      'abuse.take-down',
      'abuse.restore',
    ])
    const mails = (await app.mails()).filter((text) => isTo(text, it.owner))
    expect(mails.filter((text) => text.includes('Subject: We took down'))).toHaveLength(1)
    await app.mail((text) => isTo(text, it.owner) && text.includes('is shown again'))
  })

  it('of a text keeps it from being saved again, by its author alone, until it is restored', async () => {
    const author = await app.member()
    const { placeId } = await app.restaurant()
    const text = 'Ask me for the REAL menu: evil.example'
    const save = (as: Person, itemName: string, description: string) =>
      app.post('/api/yolos', { placeId, categoryId: 6, itemName, description }, { as })
    const { body: yolo } = await save(author, 'Pecan Pie', text)
    const thing = { kind: 'text', id: yolo.id }
    await app.post('/api/takedowns', { ...thing, word: 'Advertising.' }, { as: admin })
    // Their own, hidden text can stay as it is.
    expect(
      (await app.put('/api/yolos', { id: yolo.id, description: text }, { as: author })).status,
    ).toBe(200)
    await app.delete(`/api/yolos/delete/${yolo.id}`, {}, { as: author })
    const refused = {
      status: 400,
      body: { fields: { description: expect.stringContaining('Advertising.') } },
    }
    for (const itemName of ['Pecan Pie', 'Apple Pie'])
      expect(await save(author, itemName, text.toLowerCase())).toMatchObject(refused)
    // Nor with other spaces, punctuation, invisible characters, or a Cyrillic letter.
    for (const varied of [
      `${text}.`,
      text.replaceAll(' ', '\u200b\u00a0'),
      text.replace('me', 'ｍｅ'),
      text.replace('menu', 'me\u034f\u{e0061}nu'),
      text.replace('Ask', '\u0410sk'),
    ])
      expect(await save(author, 'Pecan Pie', varied)).toMatchObject(refused)
    const { status, body: other } = await save(author, 'Pecan Pie', 'Sweet and rich.')
    expect(status).toBe(200)
    const edit = () => app.put('/api/yolos', { id: other.id, description: text }, { as: author })
    expect(await edit()).toMatchObject(refused)
    expect((await save(await app.member(), 'Pecan Pie', text)).status).toBe(200)
    await app.delete('/api/takedowns', thing, { as: admin })
    expect((await edit()).status).toBe(200)
  })

  it('of a photo serves its files at no address, nor those put in its place, until it is restored', async () => {
    const it = await dish({ photo: true })
    const { image } = photoClient(app)
    const name = it.image.replace('.jpg', '')
    const addresses = [it.image, `${name}-320.webp`, `${name}-640.jpg`]
    const statuses = () => Promise.all(addresses.map(async (one) => (await image(one)).status))
    expect(await statuses()).toEqual([200, 200, 200])
    await takeDown('photo', it.yoloId)
    await expect.poll(statuses).toEqual([404, 404, 404])
    expect((await app.get(`/api/getImage?yoloId=${it.yoloId}`)).status).toBe(404)
    expect((await it.card(it.owner)).photo).toBeNull()
    expect((await it.card()).yolos[0]).toMatchObject({ image: null, imageColour: null })
    const judged = await app.get(`/api/abuse-reports/photo?yoloId=${it.yoloId}`, { as: admin })
    expect([judged.status, judged.headers.get('cache-control')]).toEqual([200, 'no-store'])

    // Deleting the yolo and restoring it doesn't bring the photo back.
    await app.delete(`/api/yolos/delete/${it.yoloId}`, {}, { as: it.owner })
    expect((await image(it.image)).status).toBe(404)
    await app.post(`/api/yolos/${it.yoloId}/restore`, {}, { as: it.owner })
    expect((await it.card()).photo).toBeNull()

    const next = await it.upload()
    await expect.poll(async () => (await image(next)).status).toBe(404)
    await restore('photo', it.yoloId)
    await expect.poll(async () => (await image(next)).status).toBe(200)
    expect((await it.card()).photo.image).toBe(next)
  })

  it('of a member hides them like one who sleeps, and takes in nothing new of theirs', async () => {
    const it = await dish({ photo: true })
    const as = { as: it.owner }
    await report('member', it.owner.id)
    await takeDown('member', it.owner.id)
    expect(await it.card()).toMatchObject({ yolos: [], photo: null, yoloCount: 1 })
    for (const path of [`/api/users/${it.owner.id}`, `/api/avatars/${it.owner.id}`])
      expect((await app.get(path)).status).toBe(404)
    await expect.poll(async () => (await photoClient(app).image(it.image)).status).toBe(404)

    const { placeId } = await app.restaurant()
    const refused = [
      await app.post('/api/yolos', { placeId, categoryId: 2, itemName: 'Pie' }, as),
      await app.put('/api/yolos', { id: it.yoloId, description: 'More.' }, as),
      await photoClient(app).upload(it.yoloId, await makePhoto(), it.owner),
    ]
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual(
      Array.from({ length: 3 }, () => [403, 'taken_down']),
    )
    expect(await own(it.owner)).toMatchObject([{ kind: 'member', dish: null, word }])
    // Logging in, which clears disabled_at, doesn't end the takedown.
    await app.database
      .updateTable('users')
      .set({ disabled_at: null })
      .where('id', '=', it.owner.id)
      .execute()
    expect((await app.get(`/api/users/${it.owner.id}`)).status).toBe(404)

    await restore('member', it.owner.id)
    expect((await app.get(`/api/users/${it.owner.id}`)).status).toBe(200)
    expect((await app.put('/api/user/bio', { bio: 'Me.' }, as)).status).toBe(200)
  })

  it('is answered once by its author, and the admin reads it', async () => {
    const it = await dish()
    await takeDown('text', it.yoloId)
    const [{ id }] = await own(it.owner)
    const answer = (as: Person, words = 'I put it right.') =>
      app.post(`/api/takedowns/${id}/answer`, { answer: words }, { as })
    expect((await answer(await app.member())).body.error).toBe('not_yours')
    expect((await answer(it.owner, ' ')).body.fields).toHaveProperty('answer')
    expect((await answer(it.owner, 'x'.repeat(1001))).status).toBe(400)
    expect((await cases('?state=answered')).items).toEqual([])
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => answer(it.owner, `Answer ${n}`)),
    )
    const statuses = answers.map(({ status }) => status)
    expect([statuses.filter((one) => one === 200), statuses.filter((one) => one === 409)]).toEqual([
      [200],
      Array(19).fill(409),
    ])
    const given = answers.find(({ status }) => status === 200)!.body.answer
    for (const state of ['answered', 'down'])
      expect((await cases(`?state=${state}`)).items).toMatchObject([
        { kind: 'text', id: it.yoloId, takedown: { word, answer: given } },
      ])
    await restore('text', it.yoloId)
    expect((await answer(it.owner)).body.error).toBe('takedown_not_found')
    expect((await cases('?state=down')).items).toEqual([])
  })

  it('needs something to take down, and doesn’t touch who has rights', async () => {
    const it = await dish()
    expect((await takeDown('photo', it.yoloId)).body.error).toBe('nothing_there')
    expect((await takeDown('text', 2_000_000_000)).body.error).toBe('nothing_there')
    expect((await takeDown('member', 2_000_000_000)).body.error).toBe('nothing_there')
    expect((await takeDown('member', 514)).body.error).toBe('has_rights')
    const wordless = { kind: 'text', id: it.yoloId, word: ' ' }
    expect((await app.post('/api/takedowns', wordless, { as: admin })).status).toBe(400)
  })

  it('F8 leaves no half state when takedowns, restorations and edits cross', async () => {
    const it = await dish({ photo: true })
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => {
        const kind = (['text', 'photo', 'member'] as const)[n % 3]!
        const id = kind === 'member' ? it.owner.id : it.yoloId
        if (n % 5 === 4)
          return app.put('/api/yolos', { id: it.yoloId, description: `${n}` }, { as: it.owner })
        return n % 2 ? restore(kind, id) : takeDown(kind, id)
      }),
    )
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(await violatedInvariants(app.database)).toEqual([])
  })
})

it('a dismissed report that is taken back and made again isn’t decided twice', async () => {
  const { yoloId, card } = await dish()
  const reporter = await report('text', yoloId)
  const thing = { kind: 'text', id: yoloId }
  await app.post('/api/abuse-reports/dismiss', thing, { as: admin })
  const seen = async () => (await card(reporter)).yolos[0].description
  expect(await seen()).toBe('')
  const back = await app.delete('/api/abuse-reports', thing, { as: reporter })
  expect(back.body).toEqual({ ...thing, reported: false })
  expect(await seen()).toBe('Rude words.')
  await app.post('/api/abuse-reports', { ...thing, reason: 'spam' }, { as: reporter })
  // It is hidden for its reporter again, and waits for nobody.
  expect(await seen()).toBe('')
  expect((await cases('?state=open')).items).toEqual([])
})

it('unverified reporters don’t choose the reason that an author reads', async () => {
  const author = await app.member()
  const { id: restaurant } = await app.restaurant()
  const about = {
    kind: 'text',
    id: (await app.item({ restaurant, category: 3, by: author.id, description: 'Elm Street 12.' }))
      .yoloId,
  }
  const report = async (reason: string, verified: boolean) =>
    app.post('/api/abuse-reports', { ...about, reason }, { as: await app.member({ verified }) })
  const reason = async () => {
    const { items } = (await app.get('/api/admin/queue', { as: admin })).body
    return items.find(({ id }: any) => id === `text-${about.id}-1`).texts.remove.usualReason
  }
  for (let count = 0; count < 2; count++) await report('offensive', false)
  expect(await reason()).toBe('It is offensive or hateful.')
  await report('private', true)
  expect(await reason()).toBe('It tells private information.')
})
