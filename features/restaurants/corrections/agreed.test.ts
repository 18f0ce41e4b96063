import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
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
    expect((await propose('hours', 'Mo-Su 11:00-22:00', busy)).status).toBe(409)
    expect((await list(third)).open).toMatchObject([{ id: body.id, agreed: false }])
    expect((await agree(body.id, third)).body.applied).toBe(true)
  })

  it('of one member do so too, with whomever they change them at the same time', async () => {
    const ids = await proposeEight(await corrector(app))
    const others = await Promise.all(ids.map(() => corrector(app)))
    const answers = await Promise.all(ids.map((id, index) => agree(id, others[index]!)))
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200))
    expect(answers.filter(({ body }) => body.applied)).toHaveLength(5)
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
