import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

let app: TestApp
let admin: Person
let member: Person
beforeAll(async () => {
  app = await testApp()
  admin = await app.member({ id: 514 })
  member = await app.member()
})

const propose = (id: number, facts: object, as: Person) =>
  app.post(`/api/restaurants/${id}/corrections`, facts, { as })
const shown = async (id: number) => (await app.get(`/api/restaurants/${id}`)).body.restaurant
const open = async (id: number) =>
  (await app.get('/api/admin/corrections', { as: admin })).body.items.filter(
    ({ restaurantId }: { restaurantId: number }) => restaurantId === id,
  )
const decide = (id: number, decision: 'accept' | 'decline', as = admin) =>
  app.post(`/api/admin/corrections/${id}/${decision}`, {}, { as })
const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
  (day) => ({
    day,
    openTime: day === 'Sunday' ? null : '11:00',
    closeTime: day === 'Sunday' ? null : '22:30',
    closed: day === 'Sunday',
  }),
)

describe('POST /restaurants/:id/corrections', () => {
  it('waits for an admin, who sees what is there and what it should be', async () => {
    const { id, name } = await app.restaurant({ name: 'Matts Bar' })
    const facts = { name: 'Matt’s Bar', phone: '+1 612-722-7072', hours: week }
    const { status, body } = await propose(id, facts, member)
    expect([status, body]).toEqual([200, { fields: ['name', 'phone', 'hours'], applied: false }])
    expect((await shown(id)).name).toBe(name)
    expect(await open(id)).toMatchObject([
      { field: 'name', before: 'Matts Bar', after: 'Matt’s Bar', userId: member.id },
      { field: 'phone', before: '', after: '+1 612-722-7072' },
      { field: 'hours', after: expect.stringContaining('Mon 11:00 AM – 10:30 PM') },
    ])
  })

  it('takes the place of the member’s earlier proposal, while others keep theirs', async () => {
    const { id } = await app.restaurant()
    for (const address of ['1 First Street', '2 Second Street'])
      await propose(id, { address }, member)
    await propose(id, { address: '3 Third Street' }, await app.member())
    expect((await open(id)).map(({ after }: { after: string }) => after).sort()).toEqual([
      '2 Second Street',
      '3 Third Street',
    ])
  })

  it('of an admin applies at once', async () => {
    const { id } = await app.restaurant()
    const { body } = await propose(id, { website: 'https://example.com/' }, admin)
    expect(body.applied).toBe(true)
    expect((await shown(id)).website).toBe('https://example.com/')
    await propose(id, { website: '' }, admin)
    expect((await shown(id)).website).toBeNull()
  })

  it.each([
    [{ name: '' }, 'name'],
    [{ phone: 'call me' }, 'phone'],
    [{ website: 'javascript:alert(1)' }, 'website'],
    [{ position: { latitude: 91, longitude: 0 } }, 'position.latitude'],
    [{ hours: week.slice(1) }, 'hours'],
    [{ hours: week.with(0, { ...week[0]!, openTime: '25:00' }) }, 'hours.0.openTime'],
    [{ hours: week.with(0, { ...week[0]!, openTime: null }) }, 'hours.0'],
  ])('refuses %j', async (facts, field) => {
    const { id } = await app.restaurant()
    const { status, body } = await propose(id, facts, member)
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })

  it('refuses what is so already, unverified members and unknown restaurants', async () => {
    const { id, name } = await app.restaurant()
    expect((await propose(id, { name }, member)).body.error).toBe('already_so')
    const newcomer = await app.member({ verified: false })
    expect((await propose(id, { name: 'New' }, newcomer)).body.error).toBe('verify_to_correct')
    expect((await propose(2_000_000, { name: 'New' }, member)).status).toBe(404)
  })
})

describe('POST /admin/corrections/:id/accept and decline', () => {
  it('applies it, so that imports leave the fact alone, and is audited', async () => {
    const { id } = await app.restaurant()
    await propose(id, { position: { latitude: 46.78, longitude: -92.1 } }, member)
    const [correction] = await open(id)
    expect((await decide(correction.id, 'accept')).status).toBe(200)
    expect(await shown(id)).toMatchObject({ latitude: 46.78, cityName: 'Duluth, MN, US' })
    const row = await app.database
      .selectFrom('restaurants')
      .select('corrected')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row!.corrected).toEqual(['position'])
    const audit = app.database
      .selectFrom('audit')
      .selectAll()
      .where('subject', '=', `restaurant ${id}`)
    expect(await audit.execute()).toMatchObject([
      { action: 'restaurant.correct', actor_id: 514, after: { position: { latitude: 46.78 } } },
    ])
    expect((await decide(correction.id, 'accept')).body.error).toBe('correction_not_found')
  })

  it('declines it, which changes nothing', async () => {
    const { id, name } = await app.restaurant()
    await propose(id, { name: 'Nonsense' }, member)
    const [correction] = await open(id)
    expect((await decide(correction.id, 'decline')).status).toBe(200)
    expect([(await shown(id)).name, await open(id)]).toEqual([name, []])
    expect((await decide(correction.id, 'decline')).status).toBe(404)
  })
})
