import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

async function dish(at = {}) {
  const { id: restaurant } = await app.restaurant(at)
  const owner = await app.member()
  return { ...(await app.item({ restaurant, category: 3, by: owner.id })), owner }
}
type Person = { token: string }
const vote = (id: number, as: Person, input = {}) =>
  app.post(`/api/items/${id}/upvote`, input, { as })
const takeBack = (id: number, as: Person) => app.post(`/api/items/${id}/removeUpvote`, {}, { as })
const mark = async (id: number, as: Person) =>
  (await app.get(`/api/marks?items=${id}`, { as })).body[0]

describe('votes', () => {
  it('lift a dish past another, and can be taken back', async () => {
    const at = { latitude: 20, longitude: 20 }
    const [lower, upper] = [await dish(at), await dish(at)]
    const voter = await app.member()
    const list = async (as?: Person) =>
      (await app.get(`/api/yolos?category=3&latitude=20&longitude=20`, { as })).body.nearBy
    const ids = async () => (await list()).map(({ id }: { id: number }) => id)
    expect(await ids()).toEqual([upper.id, lower.id])
    expect((await vote(lower.id, voter)).body).toEqual({
      id: lower.id,
      upvoted: true,
      canUpvote: false,
      upvoteCount: 1,
    })
    expect(await ids()).toEqual([lower.id, upper.id])
    expect((await list(voter))[0]).toMatchObject({ upvoted: true, canUpvote: false })
    expect((await takeBack(lower.id, voter)).body).toEqual({
      id: lower.id,
      upvoted: false,
      canUpvote: true,
      upvoteCount: 0,
    })
  })

  it('F7 do nothing twice, twenty at once', async () => {
    const { id } = await dish()
    const voter = await app.member()
    const twenty = (act: typeof vote) =>
      Promise.all(Array.from({ length: 20 }, () => act(id, voter)))
    for (const { status } of await twenty(vote)) expect(status).toBe(200)
    expect(await mark(id, voter)).toMatchObject({ upvoted: true, upvoteCount: 1 })
    for (const { status } of await twenty(takeBack)) expect(status).toBe(200)
    expect(await mark(id, voter)).toMatchObject({ upvoted: false, upvoteCount: 0 })
  })

  it('S35 are refused for one’s own favorite, for what is gone and for what never was', async () => {
    const { id, owner } = await dish()
    expect((await vote(id, owner)).body.error).toBe('own_favorite')
    const voter = await app.member()
    for (const act of [vote, takeBack])
      expect((await act(2_000_000_000, voter)).body.error).toBe('item_not_found')
    await app.database
      .updateTable('items')
      .set({ hidden_at: new Date() })
      .where('id', '=', id)
      .execute()
    expect((await vote(id, voter)).body.error).toBe('votes_off')
    await app.database.updateTable('items').set({ hidden_at: null }).where('id', '=', id).execute()
  })

  it('S35 of an unverified member count once they verify', async () => {
    const { id } = await dish()
    const voter = await app.member({ verified: false })
    expect((await vote(id, voter)).body).toMatchObject({ upvoted: true, upvoteCount: 0 })
    await app.database
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('id', '=', voter.id)
      .execute()
    expect(await mark(id, voter)).toMatchObject({ upvoted: true, upvoteCount: 1 })
  })

  it('S13 refuse someone else’s userId and change nothing', async () => {
    const { id } = await dish()
    const [one, other] = [await app.member(), await app.member()]
    const { status, body } = await vote(id, one, { userId: other.id })
    expect([status, body.error]).toEqual([403, 'not_yours'])
    expect((await mark(id, one)).upvoteCount).toBe(0)
  })
})

describe('adjustments', () => {
  const adjust = (itemId: number, newCount: unknown, as: Person) =>
    app.post('/api/items/upvote-yolo', { itemId, newCount }, { as })

  it('stand next to the votes, and are audited', async () => {
    const { id } = await dish()
    const admin = await app.member({ id: 514 })
    const voter = await app.member()
    await vote(id, voter)
    expect((await adjust(id, 5, admin)).body).toEqual({
      id,
      upvoteCount: 5,
      votes: 1,
      adjustment: 4,
    })
    expect((await adjust(id, 0, admin)).body).toMatchObject({ votes: 1, adjustment: -1 })
    // With one vote less the count would be -1, which is shown as 0.
    expect((await takeBack(id, voter)).body.upvoteCount).toBe(0)
    const { body: audit } = await app.get(`/api/admin/audit?subject=item ${id}`, { as: admin })
    expect(audit.items).toMatchObject([
      { action: 'item.adjust', before: { adjustment: 4 }, after: { adjustment: -1, shown: 0 } },
      { action: 'item.adjust', before: { adjustment: 0 }, after: { adjustment: 4, shown: 5 } },
    ])
  })

  it('are for admins and user 20, and for whole numbers from 0', async () => {
    const { id } = await dish()
    const special = await app.member({ id: 20 })
    expect((await adjust(id, 3, special)).body.upvoteCount).toBe(3)
    expect((await adjust(id, 9, await app.member())).body.error).toBe('access_denied')
    for (const wrong of [-1, 1.5, '7', 1_000_001, null])
      expect((await adjust(id, wrong, special)).body.fields).toHaveProperty('newCount')
    expect((await adjust(2_000_000_000, 1, special)).status).toBe(404)
  })

  it('F8 add up with votes at the same time', async () => {
    const { id } = await dish()
    const as = await app.member({ id: 6 })
    const voters = await Promise.all(Array.from({ length: 10 }, () => app.member()))
    await Promise.all(voters.flatMap((voter, n) => [adjust(id, n, as), vote(id, voter)]))
    const { vote_count, adjustment, upvote_count } = await app.database
      .selectFrom('items')
      .select(['vote_count', 'adjustment', 'upvote_count'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect([vote_count, upvote_count]).toEqual([10, Math.max(0, 10 + adjustment)])
  })
})
