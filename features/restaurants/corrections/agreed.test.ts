import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { storeCluster } from '#features/trust/clusters.server.ts'
import { foundCluster } from '#features/trust/trust.testing.ts'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { byCorrector, corrector, trustProxy, type Corrector } from './correctors.testing.ts'

// How many pins and hours of a member change without an admin, and who agreed.

const app = await testApp({ settings: { trustProxy } })
const admin = await app.member({ id: 7 })
let place: { id: number }
beforeEach(async () => {
  place = await app.restaurant()
})

const by = (one: Person | Corrector) => ('headers' in one ? byCorrector(one) : { as: one })
const propose = (field: string, value: string, as: Person) =>
  app.post(`/api/restaurants/${place.id}/corrections`, { field, value }, by(as))
const agree = (id: number, as: Person) => app.post(`/api/corrections/${id}/agree`, {}, by(as))
const list = async (as: Person = admin) =>
  (await app.get(`/api/restaurants/${place.id}/corrections`, { as })).body
const two = async () => [await corrector(app), await corrector(app)] as const

describe('hours and pins', () => {
  const nightly = 'Mo-Su 03:00-03:30'
  /** Proposes the same hours for eight restaurants. */
  async function proposeEight(one: Person) {
    const ids: number[] = []
    for (let count = 0; count < 8; count++) {
      const { id } = await app.restaurant()
      const path = `/api/restaurants/${id}/corrections`
      ids.push((await app.post(path, { field: 'hours', value: nightly }, by(one))).body.id)
    }
    return ids
  }

  it('of the same two change five times a day without an admin', async () => {
    const [one, other] = await two()
    const applied = []
    for (const id of await proposeEight(one)) applied.push((await agree(id, other)).body)
    const change = { applied: true, waitsFor: null }
    const waiting = { applied: false, waitsFor: 'admin' }
    expect(applied).toMatchObject([
      ...Array.from({ length: 5 }, () => change),
      ...Array.from({ length: 3 }, () => waiting),
    ])
    // What one of the two proposes now isn't shown to other members.
    const { body } = await propose('hours', nightly, one)
    expect(body).toMatchObject(waiting)
    const third = await corrector(app)
    expect((await list(third)).open).toEqual([])
    const others = await propose('hours', 'Mo-Su 11:00-22:00', third)
    expect((await agree(others.body.id, other)).status).toBe(409)
    expect((await agree(body.id, admin)).body.applied).toBe(true)
  })

  it('that somebody else proposed wait for another member, not for who changed five', async () => {
    const [one, busy] = await two()
    for (const id of (await proposeEight(one)).slice(0, 5))
      expect((await agree(id, busy)).body.applied).toBe(true)
    const [honest, third] = await two()
    const { body } = await propose('hours', 'Mo-Su 11:00-22:00', honest)
    expect(body).toMatchObject({ applied: false, waitsFor: 'member' })
    const refused = await agree(body.id, busy)
    expect([refused.status, refused.body.error]).toEqual([409, 'needs_another'])
    expect(refused.body.message).toContain('five pins or hours')
    const theirs = await propose('hours', 'Mo-Su 11:00-22:00', busy)
    expect([theirs.status, theirs.body.applied]).toEqual([200, false])
    expect((await list(third)).open).toMatchObject([{ id: body.id, agreed: false }])
    // It stays when the first is withdrawn.
    await app.delete(`/api/corrections/${body.id}`, {}, { as: honest })
    expect((await list(busy)).open).toMatchObject([{ id: theirs.body.id, own: true }])
    const again = await propose('hours', 'Mo-Su 11:00-22:00', honest)
    expect((await agree(again.body.id, third)).body.applied).toBe(true)
  })

  it('of one member do so too, with whomever they change them at the same time', async () => {
    const ids = await proposeEight(await corrector(app))
    const others = await Promise.all(ids.map(() => corrector(app)))
    const answers = await Promise.all(ids.map((id, index) => agree(id, others[index]!)))
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200))
    expect(answers.filter(({ body }) => body.applied)).toHaveLength(5)
  })
})

describe('what another has proposed before', () => {
  const open = async (as: Person = admin) => (await list(as)).open
  const hours = 'Mo-Su 11:00-22:00'

  it.each([
    ['neither has weight', { acts: 4 }, { acts: 4 }],
    ['only the first has', {}, { acts: 4 }],
    ['both have, in one network', { network: 7000 }, { network: 7000 }],
  ])(
    'stays with who proposes the same, when the first withdraws or leaves: %s',
    async (_, one, other) => {
      for (const goes of ['withdraws', 'leaves']) {
        place = await app.restaurant()
        const [first, second] = [await corrector(app, one), await corrector(app, other)]
        const { id } = (await propose('hours', hours, first)).body
        const { status, body } = await propose('hours', hours, second)
        expect([status, body.applied]).toEqual([200, false])
        // Admins decide once, and each sees it once.
        for (const as of [admin, first, second]) expect(await open(as)).toHaveLength(1)
        if (goes === 'leaves')
          await app.database.deleteFrom('users').where('id', '=', first.id).execute()
        else await app.delete(`/api/corrections/${id}`, {}, { as: first })
        expect(await open(second)).toMatchObject([{ id: body.id, own: true }])
        expect(await open()).toMatchObject([{ id: body.id }])
      }
    },
  )

  it('stays so where a second member proposed it while an admin is awaited', async () => {
    const [first, second] = await two()
    const { id } = (await propose('name', 'The Real Name', first)).body
    const { body } = await propose('name', 'The Real Name', second)
    expect(body).toMatchObject({ applied: false, waitsFor: 'admin' })
    expect(await open()).toMatchObject([{ id, agreed: true }])
    await app.delete(`/api/corrections/${id}`, {}, { as: first })
    expect(await open()).toMatchObject([{ id: body.id, agreed: false }])
  })

  it('is shown to who agreed with the first and counts as two only with the second', async () => {
    const first = await corrector(app, { network: 7100 })
    const agreeing = await corrector(app, { network: 7100 })
    const { id } = (await propose('hours', hours, first)).body
    expect((await agree(id, agreeing)).body).toMatchObject({ applied: false, waitsFor: 'admin' })
    expect(await open(agreeing)).toEqual([])
    const second = await corrector(app)
    await app.post('/api/follow/follow-user', { userId: first.id }, { as: second })
    const { body } = await propose('hours', hours, second)
    expect(body).toMatchObject({ applied: false, waitsFor: 'member' })
    expect(await open(agreeing)).toMatchObject([{ id: body.id, own: false }])
    expect((await agree(body.id, agreeing)).body.applied).toBe(true)
  })

  it('isn’t pushed off the page by what fifty others say, nor is one’s own', async () => {
    const honest = await app.member()
    const { id } = (await propose('name', 'The Real Name', honest)).body
    const puppets = await Promise.all(Array.from({ length: 51 }, () => app.member()))
    await sql`
      insert into restaurant_corrections (restaurant_id, field, before, after, user_id, created_at)
      select restaurant_id, field, before, '"Another Name"', puppet, created_at + interval '1 minute'
        from restaurant_corrections, unnest(${puppets.map((one) => one.id)}::integer[]) puppet
       where id = ${id}`.execute(app.database)
    expect(await open()).toMatchObject([{ after: 'Another Name' }, { id }])
    await sql`
      update restaurant_corrections set after = to_jsonb('Name ' || id)
       where restaurant_id = ${place.id} and id <> ${id}`.execute(app.database)
    expect(await open()).toHaveLength(50)
    expect(await open(honest)).toMatchObject([{ id, own: true }])
    await app.database
      .updateTable('restaurant_corrections')
      .set({ user_id: admin.id })
      .where('id', '=', id)
      .execute()
    const shown = await open()
    expect([shown.length, shown.at(-1)]).toMatchObject([50, { id, own: true }])
  })

  it('is decided with what says the same', async () => {
    const all = [await corrector(app, { acts: 4 }), await corrector(app, { acts: 4 })]
    const proposeAll = async () => {
      for (const one of all) await propose('hours', hours, one)
      return (await open())[0].id as number
    }
    const inList = async () => {
      const { body } = await app.get('/api/admin/corrections', { as: admin })
      return (body.items as { restaurantId: number }[]).filter(
        (row) => row.restaurantId === place.id,
      )
    }
    const declined = await proposeAll()
    expect(await inList()).toMatchObject([{ id: declined }])
    await app.delete(`/api/corrections/${declined}`, {}, { as: admin })
    expect([await open(), await inList()]).toEqual([[], []])
    const taken = await proposeAll()
    expect((await agree(taken, admin)).body.applied).toBe(true)
    await app.post(`/api/corrections/${taken}/undo`, {}, { as: admin })
    expect([await open(), await inList()]).toEqual([[], []])
  })

  it('is taken over by the first with whom a member counts as two', async () => {
    const puppets = [await corrector(app, { acts: 4 }), await corrector(app, { network: 7001 })]
    const [honest, third] = [await corrector(app), await corrector(app, { network: 7001 })]
    for (const one of puppets) expect((await propose('hours', hours, one)).body.applied).toBe(false)
    // The second of them and the honest one are two.
    expect((await propose('hours', hours, honest)).body.applied).toBe(true)
    expect(await open()).toEqual([])
    expect((await propose('hours', hours, third)).body.error).toBe('already_so')
  })
})

describe('accounts of one cluster that waits', () => {
  async function suspected(members: Person[]) {
    const { id: restaurantId } = await app.restaurant()
    const ids = members.map(({ id }) => id)
    const found = foundCluster(`votes ${restaurantId}`, ids, new Date(), {
      isOver: false,
      restaurantId,
    })
    await storeCluster(app.database, found, new Date())
  }

  it('read when they agree what a pair reads that waits for an admin', async () => {
    const [one, other] = await two()
    const [honest, second] = await two()
    await suspected([one, other])
    const answers: unknown[] = []
    const ids: number[] = []
    for (const [field, value, [first, agreeing]] of [
      ['hours', 'Mo-Su 11:00-22:00', [one, other]],
      ['name', 'The Real Name', [honest, second]],
    ] as const) {
      place = await app.restaurant()
      ids.push((await propose(field, value, first)).body.id)
      const id = ids.at(-1)!
      const { status, body } = await agree(id, agreeing)
      const seen = []
      for (const as of [first, agreeing])
        seen.push((await list(as)).open.map(({ waitsFor, agreed }: any) => [waitsFor, agreed]))
      answers.push([status, { ...body, id: 0 }, seen, (await agree(id, agreeing)).body.waitsFor])
    }
    expect(answers[0]).toEqual([
      200,
      { id: 0, applied: false, waitsFor: 'admin' },
      [[['admin', true]], []],
      'admin',
    ])
    expect(answers[0]).toEqual(answers[1])
    // Admins aren't told that a second agrees, and others can still agree.
    const { body } = await app.get('/api/admin/corrections', { as: admin })
    const [shown] = body.items.filter(({ id }: { id: number }) => id === ids[0])
    expect(shown).toMatchObject({ field: 'hours', agreed: false })
    expect((await agree(shown.id, honest)).body.applied).toBe(true)
  })
})

it('of several who agree while an admin is awaited the first is kept, as long as their word counts', async () => {
  const [one, first] = await two()
  const [next] = await two()
  const { id } = (await propose('name', 'The Real Name', one)).body
  const whoAgreed = async () => {
    const { rows } = await sql<{ by: number }>`
      select agreed_by as by from restaurant_corrections where id = ${id}`.execute(app.database)
    return rows[0]!.by
  }
  for (const other of [first, next]) expect((await agree(id, other)).body.waitsFor).toBe('admin')
  expect(await whoAgreed()).toBe(first.id)
  await app.post('/api/admin/holds', { userId: first.id, reason: 'Spam.' }, { as: admin })
  expect((await list(one)).open).toMatchObject([{ id, agreed: false }])
  const waiting = async (agreed: boolean) => {
    const { body } = await app.get(`/api/admin/corrections?agreed=${agreed}`, { as: admin })
    return (body.items as { id: number }[]).some((row) => row.id === id)
  }
  expect([await waiting(true), await waiting(false)]).toEqual([false, true])
  await agree(id, next)
  expect(await whoAgreed()).toBe(next.id)
  expect((await list(one)).open).toMatchObject([{ id, agreed: true }])
})
