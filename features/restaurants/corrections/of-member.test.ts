import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { byCorrector, corrector, trustProxy, type Corrector } from './correctors.testing.ts'

// Undoing all that stands of a member's corrections.

const app = await testApp({ settings: { trustProxy } })
const admin = await app.member({ id: 7 })
const hours = { day: 'Mo-Su 11:00-22:00', night: 'Mo-Su 03:00-03:30', brief: 'Mo-Su 04:00-04:30' }

async function change(place: number, value: string, [one, other]: [Corrector, Person]) {
  const path = `/api/restaurants/${place}/corrections`
  const { body } = await app.post(path, { field: 'hours', value }, byCorrector(one))
  const as = 'headers' in other ? byCorrector(other as Corrector) : { as: other }
  expect((await app.post(`/api/corrections/${body.id}/agree`, {}, as)).body.applied).toBe(true)
}
const hoursOf = async (place: number) =>
  JSON.stringify((await app.get(`/api/restaurants/${place}`)).body.restaurant.openingHours)
const standing = async ({ id }: Person) =>
  (await app.get(`/api/admin/members/${id}`, { as: admin })).body.counts.standingCorrections
const undo = ({ id }: Person, as: Person = admin) =>
  app.post(`/api/admin/members/${id}/undo-corrections`, {}, { as })

it('all that stands of a held member’s corrections is undone by one call', async () => {
  const [one, other, honest, third] = await Promise.all(
    Array.from({ length: 4 }, () => corrector(app)),
  )
  const places = await Promise.all(Array.from({ length: 4 }, () => app.restaurant()))
  const [twice, agreed, later, admins] = places.map(({ id }) => id) as [
    number,
    number,
    number,
    number,
  ]
  const before = await hoursOf(twice)
  await change(twice, hours.night, [one!, other!])
  await change(twice, hours.brief, [other!, one!])
  await change(agreed, hours.night, [other!, one!])
  await change(later, hours.night, [one!, other!])
  await change(later, hours.day, [honest!, third!])
  await change(admins, hours.day, [one!, admin])
  const [good, adminsSaid] = [await hoursOf(later), await hoursOf(admins)]

  await app.post(
    '/api/admin/holds',
    { userId: one!.id, reason: 'Closes all at night.' },
    { as: admin },
  )
  expect([await standing(one!), await standing(honest!)]).toEqual([2, 1])
  expect((await undo(one!, honest)).status).toBe(403)
  expect((await undo(one!)).body).toEqual({ undone: 1, reopened: 2 })
  expect([await hoursOf(twice), await hoursOf(agreed)]).toEqual([before, before])
  // What others or an admin said stands.
  expect([await hoursOf(later), await hoursOf(admins)]).toEqual([good, adminsSaid])
  expect([await standing(one!), await standing(other!)]).toEqual([0, 0])
  expect((await undo(one!)).body).toEqual({ undone: 0, reopened: 0 })
})

it('what another member proposed and a puppet only agreed with waits for an admin', async () => {
  const [honest, third, puppet, second] = await Promise.all(
    Array.from({ length: 4 }, () => corrector(app)),
  )
  const places = await Promise.all(Array.from({ length: 3 }, () => app.restaurant()))
  const [plain, newer, puppets] = places.map(({ id }) => id) as [number, number, number]
  const before = await hoursOf(plain)
  for (const place of [plain, newer]) await change(place, hours.day, [honest!, puppet!])
  await change(puppets, hours.night, [second!, puppet!])
  const right = await hoursOf(plain)
  const path = (place: number) => `/api/restaurants/${place}/corrections`
  const propose = (place: number, value: string, by: Corrector) =>
    app.post(path(place), { field: 'hours', value }, byCorrector(by))
  // A member has one proposal of a field at a time.
  expect((await propose(newer, hours.brief, honest!)).status).toBe(200)
  for (const { id: userId } of [puppet!, second!])
    await app.post('/api/admin/holds', { userId, reason: 'A puppet.' }, { as: admin })

  expect((await undo(puppet!)).body).toEqual({ undone: 1, reopened: 2 })
  for (const place of [plain, newer, puppets]) expect(await hoursOf(place)).toBe(before)
  expect([await standing(puppet!), await standing(honest!)]).toEqual([0, 0])
  for (const place of [plain, newer]) {
    const { open } = (await app.get(path(place), byCorrector(third!))).body
    expect(open).toEqual([])
    const { rows } = await sql<{ id: number }>`
      select id from restaurant_corrections
       where restaurant_id = ${place} and field = 'hours' and applied_at is null`.execute(
      app.database,
    )
    const agree = async (by: object) =>
      (await app.post(`/api/corrections/${rows[0]!.id}/agree`, {}, by)).body
    // The next puppet would agree in the same second.
    expect(await agree(byCorrector(third!))).toMatchObject({ applied: false, waitsFor: 'admin' })
    expect(await hoursOf(place)).toBe(before)
    expect(await agree({ as: admin })).toMatchObject({ applied: true })
    expect(await hoursOf(place)).toBe(right)
  }
  // What the puppets said by themselves closes its field.
  expect((await propose(puppets, hours.day, honest!)).body).toMatchObject({ waitsFor: 'admin' })
})
