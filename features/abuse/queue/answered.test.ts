import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { photoClient } from '#features/photos/photos.testing.ts'
import { queues } from '#features/yolos/restore.server.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { untilWaitingForLock } from '#platform/testing/held.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { untilTaken } from '#platform/testing/until.ts'

let app: TestApp
let six: Person
let reporter: Person
beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  await app.empty()
  ;[six, reporter] = [await app.member({ id: 6 }), await app.member()]
})

type Kind = 'text' | 'photo' | 'member'
const queue = async (query = '', as = six) =>
  (await app.get(`/api/admin/queue?kind=abuse${query}`, { as })).body.items
const listed = async (query = '') => (await queue(query)).map(({ id }: { id: string }) => id)
async function decide(
  decision: 'remove' | 'dismiss' | 'restore',
  { id, version }: { id: string; version?: string },
  { as = six, reason = 'Please be kind.' } = {},
) {
  const versions = version && decision !== 'restore' ? [version] : undefined
  const body = { ids: [id], versions, decision, reason }
  return (await app.post('/api/admin/queue/decide', body, { as })).body.results[0]
}
async function dish() {
  const place = await app.restaurant()
  const owner = await app.member()
  const description = 'Rude words.'
  const made = await app.item({ restaurant: place.id, category: 3, by: owner.id, description })
  const edit = (text: string) =>
    app.put('/api/yolos', { id: made.yoloId, description: text }, { as: owner })
  const shown = async () =>
    (await app.get(`/api/restaurants/${place.id}`)).body.items[0].yolos[0].description
  return { ...made, owner, place, edit, shown }
}
/** Reports a thing, takes it down in the queue, and answers as its author. Returns the new case. */
async function answered(kind: Kind, id: number, author: Person, answer = 'I put it right.') {
  await app.post('/api/abuse-reports', { kind, id, reason: 'offensive' }, { as: reporter })
  expect(await decide('remove', { id: `${kind}-${id}-1` })).toMatchObject({ done: true })
  const [{ id: takedown }] = (await app.get('/api/takedowns', { as: author })).body
  await app.post(`/api/takedowns/${takedown}/answer`, { answer }, { as: author })
  const [one] = await queue(`&q=${encodeURIComponent(answer)}`)
  return { one, takedown }
}
const own = async (as: Person) => (await app.get('/api/takedowns', { as })).body
const actions = async () =>
  (await app.database.selectFrom('audit').select('action').orderBy('id').execute()).map(
    ({ action }) => action,
  )
const upload = async (id: number, as: Person, colour: string) =>
  untilTaken(async () => photoClient(app).upload(id, await makePhoto({ colour }), as))

describe('what was taken down and answered', () => {
  it('waits for an admin, with what was there, what stands there now, the word and the answer', async () => {
    const { id, name, yoloId, owner, place, edit, shown } = await dish()
    await edit('Kind words.')
    const { one, takedown } = await answered('text', yoloId, owner)
    expect(one).toMatchObject({
      id: `textanswer-${takedown}-1`,
      kind: 'abuse',
      about: 'textanswer',
      name,
      restaurantName: place.name,
      link: `/dish/${id}`,
      member: { userId: owner.id },
      text: 'I put it right.',
      image: null,
      hidden: true,
      count: 1,
      state: 'open',
    })
    expect(one.note).toBe('Taken down: Please be kind.\nIt still says: “Kind words.”')
    await edit('Kinder words.')
    const [now] = await queue()
    expect(now.note.split('\n').slice(1)).toEqual([
      'It said: “Kind words.”',
      'Now it says: “Kinder words.”',
    ])
    for (const words of ['Kinder', 'put it right', owner.name, 'be kind'])
      expect(await listed(`&q=${encodeURIComponent(words)}`)).toEqual([one.id])

    // It is decided as the admin saw it, by one of two.
    expect(await decide('dismiss', one)).toMatchObject({ done: false, state: 'open' })
    const seven = await app.member({ id: 7 })
    const both = await Promise.all([decide('dismiss', now), decide('dismiss', now, { as: seven })])
    expect(both.filter(({ done }) => done)).toHaveLength(1)
    expect(both.map(({ state }) => state)).toEqual(['dismissed', 'dismissed'])
    expect(await shown()).toBe('Kinder words.')
    expect([await own(owner), await queue()]).toEqual([[], []])
    expect(await queue('&state=decided')).toMatchObject([
      { id: one.id, state: 'dismissed', hidden: false, decision: { reason: 'Please be kind.' } },
    ])
    expect(await violatedInvariants(app.database)).toEqual([])
  })

  it('is down again if that is undone, as if it had never been shown again', async () => {
    const { yoloId, owner, edit, shown } = await dish()
    const record = async () => {
      const { confirmed } = (await queue('&state=decided&q=Rude')).at(-1)?.reporters[0] ?? {}
      return confirmed
    }
    const { one } = await answered('text', yoloId, owner)
    const before = await app.database.selectFrom('takedowns').selectAll().execute()
    expect(await record()).toBe(1)
    await decide('dismiss', one)
    expect(await shown()).toBe('Rude words.')
    expect(await decide('restore', one)).toMatchObject({ done: true, state: 'open' })
    expect(await app.database.selectFrom('takedowns').selectAll().execute()).toEqual(before)
    expect(await shown()).toBe('')
    expect(await own(owner)).toMatchObject([{ answer: 'I put it right.' }])
    expect(await listed()).toEqual([one.id])
    expect(await listed('&state=decided')).toEqual([`text-${yoloId}-1`])
    expect(await record()).toBe(1)
    const mail = await app.mail((text) => text.includes('We have your answer'))
    expect(mail).toContain('We took down your text')
    expect(mail).toContain('Please be kind.')
    // Its author can’t save the same elsewhere, whatever stands there by then.
    await edit('Fine.')
    const { placeId } = await app.restaurant()
    const elsewhere = { placeId, categoryId: 6, itemName: 'Pie', description: 'Rude words.' }
    expect((await app.post('/api/yolos', elsewhere, { as: owner })).status).toBe(400)
    expect(await actions()).toEqual(['abuse.take-down', 'abuse.restore', 'abuse.take-down'])
    expect(await violatedInvariants(app.database)).toEqual([])
  })

  it('is kept down without a further word, and waits again if that is undone', async () => {
    const { yoloId, owner, shown } = await dish()
    const { one } = await answered('text', yoloId, owner)
    expect(one.texts).toMatchObject({
      remove: { button: 'Keep it down', done: 'kept down' },
      dismiss: { button: 'Show it again', done: 'shown again' },
    })
    expect(await decide('remove', one)).toMatchObject({ done: true, state: 'removed' })
    expect([await shown(), await listed()]).toEqual(['', []])
    expect(await own(owner)).toMatchObject([{ answer: 'I put it right.' }])
    expect(await listed('&state=decided')).toEqual([one.id, `text-${yoloId}-1`])
    expect(await decide('restore', one)).toMatchObject({ done: true, state: 'open' })
    expect(await listed()).toEqual([one.id])
    expect(await actions()).toEqual(['abuse.take-down', 'abuse.keep-down', 'abuse.reopen'])
    expect(await violatedInvariants(app.database)).toEqual([])
  })

  it('is kept down, though its author changes it again and again', async () => {
    const { yoloId, owner, edit } = await dish()
    const { one } = await answered('text', yoloId, owner)
    await edit('Rude words, again.')
    expect(await decide('dismiss', one)).toMatchObject({ done: false, state: 'open' })
    expect(await decide('remove', one)).toMatchObject({ done: true, state: 'removed' })

    const account = await answered('member', owner.id, owner, 'That was my brother.')
    expect((await app.put('/api/user/bio', { bio: 'Buy pills.' }, { as: owner })).status).toBe(200)
    expect(await decide('dismiss', account.one)).toMatchObject({ done: false, state: 'open' })
    expect(await decide('remove', account.one)).toMatchObject({ done: true, state: 'removed' })
  })

  it('of a photo shows admins the one that is there, and tells whether it is another', async () => {
    const { yoloId, owner } = await dish()
    await upload(yoloId, owner, '#123456')
    const { one } = await answered('photo', yoloId, owner)
    expect(one).toMatchObject({
      about: 'photoanswer',
      image: null,
      withheld: { of: 'photo', id: yoloId },
    })
    expect(one.note).toBe('Taken down: Please be kind.\nIt is still the same photo.')
    const { body } = await upload(yoloId, owner, '#654321')
    const [now] = await queue()
    expect([now.note, `${now.withheld.name}.jpg`]).toEqual([
      'Taken down: Please be kind.\nThis is another photo.',
      body.image,
    ])
    expect(await decide('dismiss', one)).toMatchObject({ done: false, state: 'open' })
    await app.delete(`/api/yolo-image/${yoloId}`, {}, { as: owner })
    expect((await queue())[0].note).toContain('There is no photo any more.')
    expect((await queue())[0].withheld).toBeNull()
  })

  it('of a member leads to their story, and ends and stands again with all that is theirs', async () => {
    const { owner, shown } = await dish()
    const { one } = await answered('member', owner.id, owner, 'That was my brother.')
    expect(one).toMatchObject({
      about: 'memberanswer',
      name: owner.name,
      link: `/admin/members/${owner.id}`,
      text: 'That was my brother.',
      note: `Taken down: Please be kind.\nIt still says: “${owner.name}”`,
    })
    const status = async () => (await app.get(`/api/users/${owner.id}`)).status
    await decide('dismiss', one)
    expect([await status(), await shown()]).toEqual([200, 'Rude words.'])
    await decide('restore', one)
    expect([await status(), await listed()]).toEqual([404, [one.id]])
    expect(await violatedInvariants(app.database)).toEqual([])
  })

  it('refuses again what it was for, and nothing else, if it stands again', async () => {
    const { yoloId, owner, edit } = await dish()
    // Nobody had reported it.
    await app.post('/api/takedowns', { kind: 'text', id: yoloId, word: 'No.' }, { as: six })
    const [{ id }] = await own(owner)
    await app.post(`/api/takedowns/${id}/answer`, { answer: 'Why?' }, { as: owner })
    const [one] = await queue()
    await decide('dismiss', one)
    await edit('Nice words.')
    await decide('restore', one)
    const saved = async (description: string, categoryId: number) => {
      const { placeId } = await app.restaurant()
      const favorite = { placeId, categoryId, itemName: 'Pie', description }
      return (await app.post('/api/yolos', favorite, { as: owner })).status
    }
    expect(await saved('Rude words.', 6)).toBe(400)
    expect(await saved('Nice words.', 7)).toBe(200)
    expect(await violatedInvariants(app.database)).toEqual([])
  })

  it('refuses what was reported, and nothing else, if that had been emptied and it stands again', async () => {
    const { yoloId, owner, edit } = await dish()
    await app.post(
      '/api/abuse-reports',
      { kind: 'text', id: yoloId, reason: 'offensive' },
      { as: reporter },
    )
    await edit('')
    const thing = { kind: 'text', id: yoloId, word: 'Please be kind.' }
    await app.post('/api/takedowns', thing, { as: six })
    const [{ id }] = await own(owner)
    await edit('Nice words.')
    await app.post(`/api/takedowns/${id}/answer`, { answer: 'It is right now.' }, { as: owner })
    const [one] = await queue()
    // An admin reads what it was about.
    expect(one.note.split('\n')).toEqual([
      'Taken down: Please be kind.',
      'It was reported for: “Rude words.”',
      'Now it says: “Nice words.”',
    ])
    await decide('dismiss', one)
    await decide('restore', one)
    const saved = async (description: string, categoryId: number) => {
      const { placeId } = await app.restaurant()
      const favorite = { placeId, categoryId, itemName: 'Pie', description }
      return (await app.post('/api/yolos', favorite, { as: owner })).status
    }
    expect(await saved('Rude words.', 6)).toBe(400)
    expect(await saved('Nice words.', 7)).toBe(200)
    expect(await violatedInvariants(app.database)).toEqual([])
  })

  it('keeps no words of a favorite that is gone for good', async () => {
    const { yoloId, owner } = await dish()
    await answered('text', yoloId, owner)
    const words = async () =>
      (await app.database.selectFrom('takedowns').select('seen').execute()).map(({ seen }) => seen)
    await app.delete(`/api/yolos/delete/${yoloId}`, {}, { as: owner })
    expect(await words()).toEqual(['Rude words.'])
    await app.database
      .updateTable('deleted_yolos')
      .set({ due: new Date(0) })
      .execute()
    await queues(app.services)[0]!.run({})
    expect(await words()).toEqual([null])
  })

  it('goes with its author’s account, also once it is decided', async () => {
    const { yoloId, owner } = await dish()
    const { one } = await answered('text', yoloId, owner)
    await decide('remove', one)
    await app.database.deleteFrom('users').where('id', '=', owner.id).execute()
    const { body } = await app.get('/api/admin/queue?kind=abuse&state=decided', { as: six })
    expect([body.matching, body.items.length]).toEqual([0, 0])
  })

  it('tells its author that it stays down, and why, until that is undone', async () => {
    const { yoloId, owner } = await dish()
    const { one } = await answered('text', yoloId, owner)
    expect(await own(owner)).toMatchObject([{ kept: null }])
    await decide('remove', one, { reason: 'Leave out the phone number.' })
    expect(await own(owner)).toMatchObject([{ kept: 'Leave out the phone number.' }])
    await decide('restore', one)
    expect(await own(owner)).toMatchObject([{ answer: 'I put it right.', kept: null }])
  })

  it('goes with the takedown or the favorite', async () => {
    const { yoloId, owner } = await dish()
    const { one } = await answered('text', yoloId, owner)
    await app.delete(`/api/yolos/delete/${yoloId}`, {}, { as: owner })
    expect(await listed()).toEqual([])
    expect(await decide('dismiss', one)).toMatchObject({ done: false, state: 'gone' })
    await app.post(`/api/yolos/${yoloId}/restore`, {}, { as: owner })
    expect(await listed()).toEqual([one.id])
    await decide('remove', one)
    await decide('restore', { id: `text-${yoloId}-1` })
    expect(await listed()).toEqual([`text-${yoloId}-1`])
    expect(await decide('restore', one)).toMatchObject({ done: false, state: 'gone' })
    // Taken down again, it has an answer of its own, and a takedown that is undone stands only once.
    expect(await decide('remove', { id: `text-${yoloId}-1` })).toMatchObject({ done: true })
    const [{ id }] = await own(owner)
    await app.post(`/api/takedowns/${id}/answer`, { answer: 'Once more.' }, { as: owner })
    const [second] = await queue()
    expect(second).toMatchObject({ id: `textanswer-${id}-1`, text: 'Once more.' })
    await decide('dismiss', second)
    const again = { kind: 'text', id: yoloId, word: 'No.' }
    await app.post('/api/takedowns', again, { as: six })
    expect(await decide('restore', second)).toMatchObject({ done: false, state: 'gone' })
    expect(await own(owner)).toMatchObject([{ word: 'No.', answer: null }])
    expect(await violatedInvariants(app.database)).toEqual([])
  })
})

it.each(['the admin', 'the author'])(
  'who may answer again does while an admin decides on the first answer, and is read: first %s',
  async (first) => {
    const { yoloId, owner } = await dish()
    const { one, takedown } = await answered('text', yoloId, owner)
    await app.database.updateTable('takedowns').set({ given_back_at: new Date() }).execute()
    const path = `/api/takedowns/${takedown}/answer`
    const acts: (() => Promise<unknown>)[] = [
      () => decide('remove', one),
      () => app.post(path, { answer: 'It was stolen.' }, { as: owner }),
    ]
    if (first === 'the author') acts.reverse()
    const running: Promise<unknown>[] = []
    await app.database.transaction().execute(async (tx) => {
      await tx.selectFrom('yolos').select('id').where('id', '=', yoloId).forUpdate().execute()
      for (const [index, act] of acts.entries()) {
        running.push(act())
        await untilWaitingForLock(app, index + 1)
      }
    })
    await Promise.all(running)
    expect(await queue()).toMatchObject([{ text: 'It was stolen.' }])
    expect(await own(owner)).toMatchObject([{ answer: 'It was stolen.', kept: null }])
    expect(await violatedInvariants(app.database)).toEqual([])
  },
)
