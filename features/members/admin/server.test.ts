import { beforeAll, expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
let admin: { id: number; token: string }
beforeAll(async () => {
  admin = await app.member({ id: 6, createdAt: new Date('2020-01-01') })
})
const get = (path: string) => app.get(`/api${path}`, { as: admin })

it('shareholders are the members with a yolo, a referral or a share', async () => {
  const { id: restaurant } = await app.restaurant()
  const [cook, idle] = [await app.member(), await app.member()]
  await app.item({ restaurant, category: 3, by: cook.id })
  const { body } = await get('/shares')
  expect(body.find(({ id }: any) => id === cook.id)).toMatchObject({
    userName: cook.name,
    yoloCount: 1,
    refCount: 0,
    shareCount: 0,
  })
  expect(body.some(({ id }: any) => id === idle.id)).toBe(false)

  const guest = await app.member()
  await app.item({ restaurant, category: 3, by: guest.id })
  const page = async (query: string) => (await get(`/shares?pageSize=1&${query}`)).body
  const [first] = await page('')
  expect(await page(`cursor=${first.id}`)).toMatchObject([{ id: guest.id }])
})

it('new members are those of the range, with counts', async () => {
  const createdAt = new Date('2021-04-02T12:00:00Z')
  const [first, second] = [await app.member({ createdAt }), await app.member({ createdAt })]
  const { body } = await get('/user/count?from=2021-04-01&to=2021-04-03')
  expect(body).toMatchObject({ new_users: 2, registered_users: 3, cursor: null })
  expect(body.users.map(({ id }: any) => id)).toEqual([second.id, first.id])
  const found = (await get(`/user/count?from=2021-04-01&to=2021-04-03&q=${first.email}`)).body
  expect(found.users).toMatchObject([{ id: first.id, state: 'active', platform: 'email' }])
  const later = await get('/user/count?from=2021-04-01&to=9998-01-01')
  expect(later.body.fields).toEqual({ to: 'Not later than today.' })
  const future = await get('/user/count?from=9998-01-01')
  expect(future.body.fields).toEqual({ from: 'Not later than today.' })
})

it('e-mails near a point are of counting members who consented, and the look-up is audited', async () => {
  const place = { latitude: 60, longitude: 25 }
  const near = async (consents: boolean, verified = true) => {
    const member = await app.member({ verified })
    await app.database
      .updateTable('users')
      .set({ ...place, email_consent_at: consents ? new Date() : null })
      .where('id', '=', member.id)
      .execute()
    return member
  }
  const consenting = await near(true)
  await near(false)
  await near(true, false)
  const { body } = await get('/users-nearby?latitude=60.1&longitude=25')
  expect(body).toEqual([consenting.email])
  const audit = (await get('/admin/audit?q=emails.list')).body.items
  expect(audit).toMatchObject([{ actor: 6, after: { count: 1 } }])
})

it('a member is found by name, address or id, and their page has facts and last acts', async () => {
  const { id: restaurant } = await app.restaurant()
  const [member, other] = [await app.member(), await app.member()]
  const item = await app.item({ restaurant, category: 3, by: member.id, name: 'Gumbo' })
  await app.post('/api/follow/follow-user', { userId: other.id }, { as: member })
  for (const q of [member.name, member.email, String(member.id)]) {
    const { items } = (await get(`/admin/members?q=${encodeURIComponent(q)}`)).body
    expect(items.map(({ id }: any) => id)).toContain(member.id)
  }
  const { body } = await get(`/admin/members/${member.id}`)
  expect(body).toMatchObject({
    id: member.id,
    email: member.email,
    state: 'active',
    counts: { yolos: 1, votes: 0, following: 1 },
  })
  expect(body.acts).toHaveLength(2)
  expect(body.acts).toContainEqual(
    expect.objectContaining({ kind: 'yolo', subjectId: item.id, name: 'Gumbo' }),
  )
  expect((await get('/admin/members/2147483647')).body.error).toBe('member_not_found')
})
