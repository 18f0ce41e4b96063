import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'

let app: TestApp
let six: Person
let seven: Person
let crowd: Person[]
beforeAll(async () => {
  app = await testApp()
  six = await app.member({ id: 6 })
  seven = await app.member({ id: 7 })
  crowd = await Promise.all(Array.from({ length: 6 }, () => app.member()))
})
beforeEach(async () => {
  for (const table of ['item_reports', 'restaurant_reports', 'abuse_reports'] as const)
    await app.database.deleteFrom(table).execute()
  for (const table of ['takedowns', 'report_decisions', 'audit'] as const)
    await app.database.deleteFrom(table).execute()
})

const reason = 'The menu says otherwise.'
type Decision = 'remove' | 'dismiss' | 'restore'
const queue = async (query = '', as = six) =>
  (await app.get(`/api/admin/queue${query}`, { as })).body
const listed = async (query = '') => (await queue(query)).items.map(({ id }: any) => id)
const decide = async (decision: Decision, ids: string[], as = six) =>
  (await app.post('/api/admin/queue/decide', { ids, decision, reason }, { as })).body.results
const expired = (id: number, as: Person) => app.post(`/api/items/${id}/expired`, {}, { as })
const closed = (id: number, as: Person) => app.post(`/api/restaurants/${id}/closed`, {}, { as })
const abuse = (kind: string, id: number, as: Person, more: object = {}) =>
  app.post('/api/abuse-reports', { kind, id, reason: 'offensive', ...more }, { as })

async function dish() {
  const place = await app.restaurant()
  const owner = await app.member()
  const description = 'Rude words.'
  const made = await app.item({ restaurant: place.id, category: 3, by: owner.id, description })
  return { ...made, owner, place }
}
const audits = async () =>
  (
    await app.database
      .selectFrom('audit')
      .select(['actor_id', 'action', 'subject', 'after'])
      .orderBy('id')
      .execute()
  ).map(({ actor_id, action, subject, after }) => ({ actor_id, action, subject, after }))

describe('the list', () => {
  it('holds what is reported of every kind in one shape, hidden ones first, then by how many report it', async () => {
    const [once, often, rude] = [await dish(), await dish(), await dish()]
    await expired(once.id, crowd[0]!)
    for (const one of crowd.slice(0, 5)) await expired(often.id, one)
    for (const one of crowd.slice(0, 3)) await closed(rude.place.id, one)
    await abuse('text', rude.yoloId, crowd[0]!, { reason: 'spam', words: 'Sells things.' })
    await abuse('text', rude.yoloId, crowd[1]!)
    await abuse('member', rude.owner.id, crowd[1]!)

    const { items, cursor } = await queue()
    expect(cursor).toBeNull()
    expect(items.map(({ id }: any) => id)).toEqual([
      `item-${often.id}-1`,
      `restaurant-${rude.place.id}-1`,
      `text-${rude.yoloId}-1`,
      `member-${rude.owner.id}-1`,
      `item-${once.id}-1`,
    ])
    expect(items[0]).toMatchObject({
      kind: 'expired',
      about: 'item',
      name: often.name,
      restaurantName: often.place.name,
      link: `/itemDetails/${often.id}?${new URLSearchParams({ name: often.name })}`,
      hidden: true,
      count: 5,
      state: 'open',
      decision: null,
      member: null,
    })
    expect(items[0].reporters).toHaveLength(5)
    expect(items[2]).toMatchObject({
      kind: 'abuse',
      name: rude.name,
      text: 'Rude words.',
      member: { userId: rude.owner.id, userName: rude.owner.name },
      link: `/dish/${rude.id}`,
      reporters: [
        { userId: crowd[1]!.id, reason: 'offensive', words: '', seen: 'Rude words.' },
        { userId: crowd[0]!.id, reason: 'spam', words: 'Sells things.', verified: true },
      ],
    })
    expect(items[3]).toMatchObject({ about: 'member', name: rude.owner.name, restaurantName: null })
    for (const [kind, ids] of [
      ['expired', [`item-${often.id}-1`, `item-${once.id}-1`]],
      ['closed', [`restaurant-${rude.place.id}-1`]],
      ['abuse', [`text-${rude.yoloId}-1`, `member-${rude.owner.id}-1`]],
      ['suspects', []],
    ] as const)
      expect(await listed(`?kind=${kind}`)).toEqual(ids)
  })

  it('is paged by a cursor that what happens meanwhile can’t shift: none twice, none missed', async () => {
    const dishes = []
    for (let n = 0; n < 60; n++) {
      const one = await app.item({
        restaurant: (await app.restaurant()).id,
        category: 3,
        by: six.id,
      })
      dishes.push(one)
      await app.database.deleteFrom('yolos').where('id', '=', one.yoloId).execute()
      await expired(one.id, crowd[n % 2]!)
    }
    const first = await queue()
    expect(first.items).toHaveLength(50)
    const seen = first.items.map(({ id }: any) => id)
    // The last case becomes the most urgent, the first ones are decided, and a new one is reported.
    const last = dishes.find(({ id }) => !seen.includes(`item-${id}-1`))!
    for (const one of crowd.slice(2, 6)) await expired(last.id, one)
    await decide('dismiss', seen.slice(0, 10))
    const fresh = await dish()
    await expired(fresh.id, crowd[5]!)
    const rest = await queue(`?cursor=${first.cursor}`)
    expect([rest.items.length, rest.cursor]).toEqual([10, null])
    const all = [...seen, ...rest.items.map(({ id }: any) => id)]
    expect(new Set(all)).toEqual(new Set(dishes.map(({ id }) => `item-${id}-1`)))
    expect(all).toHaveLength(60)
    expect((await listed())[0]).toBe(`item-${last.id}-1`)
  })

  it('refuses a kind, a state or a cursor that there isn’t', async () => {
    const other = Buffer.from('[1,true,"1",1,"item-1"]').toString('base64url')
    for (const query of ['kind=mail', 'kind=', 'state=shut', 'cursor=x', `cursor=${other}`]) {
      const { status, body } = await app.get(`/api/admin/queue?${query}`, { as: six })
      expect([query, status]).toEqual([query, 400])
      expect(['bad_input', 'bad_cursor']).toContain(body.error)
    }
    const onOther = `state=decided&cursor=${other}`
    expect((await app.get(`/api/admin/queue?${onOther}`, { as: six })).body.error).toBe(
      'bad_cursor',
    )
  })
})

describe('a decision', () => {
  it('removes a dish and a restaurant, which come back by restore with their reports and in their place', async () => {
    const it = await dish()
    await expired(it.id, crowd[0]!)
    await closed(it.place.id, crowd[1]!)
    const [dishCase, placeCase] = [`item-${it.id}-1`, `restaurant-${it.place.id}-1`]
    expect(await decide('remove', [dishCase, placeCase])).toEqual(
      [dishCase, placeCase].map((id) => ({ id, done: true, state: 'removed', message: null })),
    )
    expect(await listed()).toEqual([])
    expect((await app.get(`/api/items/${it.id}`)).status).toBe(404)
    const decided = await queue('?state=decided')
    expect(decided.items).toMatchObject([
      { id: placeCase, count: 1, state: 'removed', name: it.place.name },
      { id: dishCase, state: 'removed', decision: { reason, by: six.name } },
    ])
    expect(decided.items[1].reporters).toMatchObject([{ userId: crowd[0]!.id, confirmed: 1 }])

    const back = await decide('restore', [placeCase, dishCase], seven)
    expect(back.map(({ done, state }: any) => [done, state])).toEqual([
      [true, 'open'],
      [true, 'open'],
    ])
    expect((await app.get(`/api/items/${it.id}`)).status).toBe(200)
    expect((await listed()).toSorted()).toEqual([dishCase, placeCase].toSorted())
    expect(await listed('?state=decided')).toEqual([])
    expect(await audits()).toMatchObject([
      { actor_id: 6, action: 'item.delete', subject: `item ${it.id}`, after: { reason } },
      { actor_id: 6, action: 'restaurant.delete', subject: `restaurant ${it.place.id}` },
      { actor_id: 7, action: 'restaurant.restore' },
      { actor_id: 7, action: 'item.restore' },
    ])
  })

  it('says which favorites a restore doesn’t bring back, because their members have three others', async () => {
    const { id, owner, place } = await dish()
    await expired(id, crowd[0]!)
    await decide('remove', [`item-${id}-1`])
    for (const name of ['One', 'Two', 'Three'])
      await app.item({ restaurant: place.id, category: 3, by: owner.id, name })
    const message = '1 favorite stays deleted: the three places of its member are filled.'
    expect(await decide('restore', [`item-${id}-1`])).toMatchObject([{ done: true, message }])
  })

  it('dismisses reports: what they hid shows again, until restore puts them back', async () => {
    const it = await dish()
    for (const one of crowd.slice(0, 5)) await expired(it.id, one)
    const id = `item-${it.id}-1`
    const isGone = async () => (await app.get(`/api/items/${it.id}`)).body.gone
    expect(await isGone()).toBe(true)
    expect(await decide('dismiss', [id])).toMatchObject([{ done: true, state: 'dismissed' }])
    await expect.poll(isGone).toBe(false)
    expect(await listed()).toEqual([])
    await decide('restore', [id])
    await expect.poll(isGone).toBe(true)
    expect(await queue()).toMatchObject({ items: [{ id, count: 5, hidden: true }] })
    const written = await audits()
    expect(written.map(({ action }) => action)).toEqual(['item.dismiss', 'item.reopen'])
    expect(written[1]!.after).toEqual({ open: true })
    expect(await violatedInvariants(app.database)).toEqual([])
  })

  it('of the same five is final: taken back and made again, their reports hide nothing and clear no record', async () => {
    const it = await dish()
    const five = crowd.slice(0, 5)
    const paths = [`/api/items/${it.id}/expired`, `/api/restaurants/${it.place.id}/closed`]
    const hidden = async () => {
      const { gone, closed } = (await app.get(`/api/items/${it.id}`)).body
      return [gone, closed]
    }
    for (const path of paths) for (const as of five) await app.post(path, {}, { as })
    await expect.poll(hidden).toEqual([true, true])
    await decide('dismiss', [`item-${it.id}-1`, `restaurant-${it.place.id}-1`])
    await expect.poll(hidden).toEqual([false, false])
    for (const path of paths)
      for (const as of five) {
        const { body } = await app.delete(path, {}, { as })
        expect(body.expired ?? body.restaurantClosed).toBe(true)
        await app.post(path, {}, { as })
      }
    await app.post(`/api/items/${it.id}/confirm`, {}, { as: five[0]! })
    await expired(it.id, five[0]!)
    expect(await listed()).toEqual([])
    expect(await hidden()).toEqual([false, false])
    const rude = await dish()
    await expired(rude.id, five[0]!)
    expect((await queue()).items[0].reporters[0].dismissed).toBe(2)
    expect(await violatedInvariants(app.database)).toEqual([])
  })

  it('takes down a text and a member with the reason as the word to them, and shows them again', async () => {
    const it = await dish()
    await abuse('text', it.yoloId, crowd[0]!)
    await abuse('member', it.owner.id, crowd[1]!)
    const ids = [`text-${it.yoloId}-1`, `member-${it.owner.id}-1`]
    expect(await decide('remove', ids)).toMatchObject([{ state: 'removed' }, { state: 'removed' }])
    expect((await app.get(`/api/users/${it.owner.id}`)).status).toBe(404)
    const words = async () => (await app.get('/api/takedowns', { as: it.owner })).body
    expect(await words()).toMatchObject([
      { kind: 'member', word: reason },
      { kind: 'text', word: reason },
    ])
    expect((await app.get('/api/abuse-reports', { as: six })).body.items).toEqual([])
    expect(await listed('?state=decided&kind=abuse')).toEqual(ids.toReversed())
    await decide('restore', ids)
    expect(await words()).toEqual([])
    expect((await app.get(`/api/users/${it.owner.id}`)).status).toBe(200)
    expect((await listed()).toSorted()).toEqual(ids.toSorted())
    expect(await violatedInvariants(app.database)).toEqual([])
  })

  it('goes into the reporters’ record, by whatever call it was made, and out of it again', async () => {
    const [one, two, three] = [await dish(), await dish(), await dish()]
    const [ann] = crowd
    await expired(one.id, ann!)
    await closed(two.place.id, ann!)
    await abuse('text', two.yoloId, ann!)
    await abuse('member', one.owner.id, ann!)
    await expired(three.id, ann!)
    const record = async () => {
      const [{ reporters }] = (await queue('?kind=expired')).items.slice(-1)
      return [reporters[0].confirmed, reporters[0].dismissed]
    }
    await decide('remove', [`item-${one.id}-1`])
    await decide('dismiss', [`restaurant-${two.place.id}-1`])
    expect(await record()).toEqual([1, 1])
    const text = { kind: 'text', id: two.yoloId }
    await app.post('/api/takedowns', { ...text, word: 'Please be kind.' }, { as: seven })
    const member = { kind: 'member', id: one.owner.id }
    await app.post('/api/abuse-reports/dismiss', member, { as: seven })
    expect(await record()).toEqual([2, 2])
    await app.put('/api/items/restore', { itemId: one.id }, { as: seven })
    await app.delete('/api/takedowns', text, { as: seven })
    await decide('restore', [`restaurant-${two.place.id}-1`, `member-${one.owner.id}-1`])
    expect((await queue('?kind=expired')).items.at(-1).reporters[0]).toMatchObject({
      confirmed: 0,
      dismissed: 0,
    })
  })

  it('of two admins at once is one’s; the other learns whose', async () => {
    const ids: string[] = []
    for (let n = 0; n < 5; n++) {
      const [old, rude] = [await dish(), await dish()]
      await expired(old.id, crowd[0]!)
      await abuse('text', rude.yoloId, crowd[0]!)
      ids.push(`item-${old.id}-1`, `text-${rude.yoloId}-1`)
    }
    const both = await Promise.all([
      decide('remove', ids, six),
      decide('dismiss', ids.toReversed(), seven),
    ])
    for (const id of ids) {
      const told = both.map((results) => results.find((one: any) => one.id === id))
      expect(told.filter(({ done }) => done)).toHaveLength(1)
      expect(told[0].state).toBe(told[1].state)
      const loser = told.find(({ done }) => !done)
      const by = told[0].done ? six.name : seven.name
      expect(loser.message).toBe(`${by} has ${loser.state} this already.`)
    }
    expect(await listed()).toEqual([])
    const stood = await app.database.selectFrom('report_decisions').select('id').execute()
    expect(stood).toHaveLength(10)
    expect((await audits()).length).toBe(10)
    const undone = await Promise.all([decide('restore', ids), decide('restore', ids, seven)])
    for (const id of ids)
      expect(undone.map((results) => results.find((one: any) => one.id === id).state)).toEqual([
        'open',
        'open',
      ])
    expect((await audits()).length).toBe(20)
    expect((await listed()).toSorted()).toEqual(ids.toSorted())
    expect(await violatedInvariants(app.database)).toEqual([])
  })

  it('is of what was seen: reports that came after another are a case of their own', async () => {
    const it = await dish()
    await expired(it.id, crowd[0]!)
    await decide('dismiss', [`item-${it.id}-1`])
    await expired(it.id, crowd[1]!)
    expect(await listed()).toEqual([`item-${it.id}-2`])
    const [late] = await decide('remove', [`item-${it.id}-1`], seven)
    expect(late).toMatchObject({ done: false, state: 'dismissed' })
    expect((await app.get(`/api/items/${it.id}`)).status).toBe(200)
    await decide('dismiss', [`item-${it.id}-2`], seven)
    const [first] = await decide('restore', [`item-${it.id}-1`])
    expect(first.message).toBe(`${seven.name} has dismissed this already.`)
    expect(await listed('?state=decided')).toEqual([`item-${it.id}-2`])
  })

  it('that can’t be made holds up no other, changes nothing and says why', async () => {
    const [it, taken, away] = [await dish(), await dish(), await dish()]
    await expired(it.id, crowd[0]!)
    await expired(taken.id, crowd[0]!)
    await expired(away.id, crowd[0]!)
    await abuse('member', 7, crowd[0]!)
    await app.delete(`/api/items/${taken.id}/expired`, {}, { as: crowd[0]! })
    await app.put('/api/items/delete', { itemId: away.id }, { as: seven })
    const ids = [
      `item-${taken.id}-1`,
      'item-2147483647-1',
      'item-9999999999-1',
      'suspect-1-1',
      `item-${away.id}-1`,
      'member-7-1',
      `item-${it.id}-2`,
      `item-${it.id}-1`,
    ]
    expect((await decide('remove', ids)).map(({ state, done }: any) => [state, done])).toEqual([
      ...Array.from({ length: 5 }, () => ['gone', false]),
      ['open', false],
      ['gone', false],
      ['removed', true],
    ])
    // A dish of the same name was saved meanwhile, so the removed one can't be restored.
    const { id, name, place } = it
    await app.item({ restaurant: place.id, category: 3, by: crowd[3]!.id, name })
    const [back] = await decide('restore', [`item-${id}-1`])
    expect(back).toMatchObject({ done: false, state: 'removed' })
    expect(back.message).toMatch(/was saved there since, as dish/)
  })

  it('needs ids of the queue, a decision and, but to restore, a reason', async () => {
    const it = await dish()
    await expired(it.id, crowd[0]!)
    const ids = [`item-${it.id}-1`]
    const many = Array.from({ length: 101 }, (_, n) => `item-${n}-1`)
    const send = (body: object) => app.post('/api/admin/queue/decide', body, { as: six })
    for (const [body, field] of [
      [{ ids: [], decision: 'dismiss', reason }, 'ids'],
      [{ ids: many, decision: 'dismiss', reason }, 'ids'],
      [{ ids: [ids[0], ids[0]], decision: 'dismiss', reason }, 'ids'],
      [{ ids: ids[0], decision: 'dismiss', reason }, 'ids'],
      [{ ids, decision: 'burn', reason }, 'decision'],
      [{ ids, decision: 'remove', reason: ' ' }, 'reason'],
      [{ ids, decision: 'dismiss' }, 'reason'],
      [{ ids, decision: 'remove', reason: 'x'.repeat(501) }, 'reason'],
    ] as const) {
      const { status, body: told } = await send(body)
      expect([status, Object.keys(told.fields)]).toEqual([400, [field]])
    }
    for (const id of ["item-1'--1", 'item-1', '__proto__-1-1', 'item-1-1\n', '-1-1', 'item-1e3-1'])
      expect((await send({ ids: [id], decision: 'dismiss', reason })).status).toBe(400)
    expect(await send({ ids: ['constructor-1-1'], decision: 'restore' })).toMatchObject({
      body: { results: [{ state: 'gone' }] },
    })
    expect(await listed()).toEqual(ids)
  })
})
