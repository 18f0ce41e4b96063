import { beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '#platform/testing/app.ts'
import { appBehindProxy, from, robot } from '../browsers.testing.ts'
import { invitedMembersQueue } from './joined.server.ts'

let app: TestApp
let admin: { id: number; token: string }
beforeAll(async () => {
  app = await appBehindProxy()
  admin = await app.member({ id: 514 })
})

async function make(campaign: string, citySlug = 'fargo-nd-us') {
  const body = { campaign, citySlug }
  const answer = await app.post('/api/admin/invitations', body, { as: admin })
  expect(answer.status).toBe(200)
  return answer.body as { id: number; code: string }
}
const list = async (query = '') => {
  const { status, body } = await app.get(`/api/admin/invitations?${query}`, { as: admin })
  expect(status).toBe(200)
  return body.items
}
const row = async (code: string) => (await list(`q=${code}`))[0]
const open = (code: string, network: number, userAgent?: string) =>
  app.post(`/api/invitations/${code}/opened`, {}, from(network, userAgent))
const setEnded = (id: number, how: 'end' | 'reopen') =>
  app.post(`/api/admin/invitations/${id}/${how}`, {}, { as: admin })

let joined = 0
async function join(invitation?: string) {
  joined += 1
  const { status, body } = await app.post('/api/register', {
    userName: `Invited ${joined}`,
    email: `invited.${joined}@example.com`,
    password: 'nine calm otters',
    ...(invitation === undefined ? {} : { invitation }),
  })
  expect(status).toBe(200)
  return body as { id: number; token: string }
}
const verify = ({ id }: { id: number }) =>
  app.database
    .updateTable('users')
    .set({ email_verified_at: new Date() })
    .where('id', '=', id)
    .execute()
async function joinVerified(invitation?: string) {
  const member = await join(invitation)
  await verify(member)
  return member
}
const count = () => invitedMembersQueue(app.services).run({})

describe('an invitation', () => {
  it('leads to its city, and counts who opened it, joined and saved a first favorite', async () => {
    const { code } = await make('Flyers')
    expect(code).toMatch(/^[a-z2-9]{8}$/)
    const city = { cityName: 'Fargo, ND, US', citySlug: 'fargo-nd-us' }
    expect((await app.get(`/api/invitations/${code}`)).body).toEqual(city)
    for (const network of [1, 2, 3]) await open(code, network)
    await open(code, 4, robot)
    await open(code, 4, '')
    const [ann] = [await joinVerified(code), await joinVerified(code), await joinVerified()]
    const { id: restaurant } = await app.restaurant()
    await app.item({ restaurant, category: 3, by: ann.id })
    await count()
    const counts = { ...city, campaign: 'Flyers', opened: 3, joined: 2, firstFavorites: 1 }
    expect(await row(code)).toMatchObject(counts)
    // Another favorite isn't a first one.
    await app.item({ restaurant, category: 3, by: ann.id })
    await count()
    expect(await row(code)).toMatchObject(counts)
  })

  it('counts who joined, and their first favorite, once they are verified', async () => {
    const { code } = await make('Mailboxes')
    const ann = await join(code)
    const { id: restaurant } = await app.restaurant()
    await app.item({ restaurant, category: 3, by: ann.id })
    await count()
    expect(await row(code)).toMatchObject({ joined: 0, firstFavorites: 0 })
    await verify(ann)
    await count()
    await count()
    expect(await row(code)).toMatchObject({ joined: 1, firstFavorites: 1 })
  })

  it('is forgotten of a member once their first favorite is counted, or after 30 days', async () => {
    const { code } = await make('Posters')
    const [ann, bob] = [await joinVerified(code), await joinVerified(code)]
    const invited = async () =>
      (
        await app.database
          .selectFrom('invited_members')
          .select('user_id')
          .where('user_id', 'in', [ann.id, bob.id])
          .execute()
      ).map(({ user_id }) => user_id)
    expect(await invited()).toEqual([ann.id, bob.id])
    const { id: restaurant } = await app.restaurant()
    await app.item({ restaurant, category: 3, by: ann.id })
    await count()
    expect(await invited()).toEqual([bob.id])
    app.clock.set(new Date(Date.now() + 31 * 24 * 60 * 60 * 1000))
    await count()
    app.clock.set(null)
    expect(await invited()).toEqual([])
    expect(await row(code)).toMatchObject({ joined: 2, firstFavorites: 1 })
  })

  it('counts nothing once it is ended, and again once it is reopened', async () => {
    const { id, code } = await make('Ended')
    expect((await setEnded(id, 'end')).status).toBe(200)
    expect((await app.get(`/api/invitations/${code}`)).status).toBe(404)
    await open(code, 1)
    await joinVerified(code)
    await count()
    expect(await row(code)).toMatchObject({ ended: true, opened: 0, joined: 0 })
    expect(await list('q=ended&ended=false')).toEqual([])
    await setEnded(id, 'reopen')
    await open(code, 1)
    expect(await row(code)).toMatchObject({ ended: false, opened: 1 })
  })

  it('that doesn’t exist keeps nobody from joining', async () => {
    for (const code of ['zzzzzzzz', '', '../../x', 'x'.repeat(200)]) await join(code)
    expect((await app.get('/api/invitations/zzzzzzzz')).status).toBe(404)
    expect((await open('zzzzzzzz', 1)).status).toBe(200)
  })

  it('is made for a city that there is, and audited', async () => {
    const body = { campaign: 'Nowhere', citySlug: 'no-such-city' }
    expect((await app.post('/api/admin/invitations', body, { as: admin })).status).toBe(404)
    const { id, code } = await make('Audited', 'bismarck-nd-us')
    await setEnded(id, 'end')
    await setEnded(id, 'end')
    const { body: audit } = await app.get(`/api/admin/audit?subject=invitation ${id}`, {
      as: admin,
    })
    expect(audit.items).toMatchObject([
      { action: 'invitation.end', before: { ended: false }, after: { ended: true } },
      { action: 'invitation.make', after: { campaign: 'Audited', city: 'Bismarck, ND, US', code } },
    ])
  })

  it('is found by campaign, city or code, and sorted by what came of it', async () => {
    const { code } = await make('Sorted one', 'bismarck-nd-us')
    await make('Sorted two')
    await open(code, 1)
    const campaigns = async (query: string) =>
      (await list(`q=sorted&${query}`)).map(({ campaign }: { campaign: string }) => campaign)
    expect(await campaigns('')).toEqual(['Sorted two', 'Sorted one'])
    expect(await campaigns('sort=opened&order=desc')).toEqual(['Sorted one', 'Sorted two'])
    expect(await campaigns('citySlug=fargo-nd-us')).toEqual(['Sorted two'])
  })
})
