import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { loadMemberWeek } from '#features/weekly-mail/week.server.ts'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

const app = await testApp()
const createdAt = new Date(Date.now() - 200 * 24 * 60 * 60 * 1000)

it.each([
  ['unverified', 'email_verified_at', null, createdAt],
  ['held', 'held_at', new Date(), null],
] as const)(
  'what a member does while %s is told nobody, counted nowhere and mailed to nobody, until they no longer are',
  async (_, column, set, unset) => {
    const change = (to: Date | null) =>
      app.database
        .updateTable('users')
        .set({ [column]: to })
        .where('id', '=', eve.id)
        .execute()
    const [ann, eve] = [await app.member({ createdAt }), await app.member({ createdAt })]
    await change(set)
    const place = await app.restaurant()
    const [own, others] = [
      await app.item({ restaurant: place.id, category: 3, by: ann.id }),
      await app.item({ restaurant: place.id, category: 3, by: (await app.member()).id }),
    ]
    const follow = (as: Person, { id: userId }: Person) =>
      app.post('/api/follow/follow-user', { userId }, { as })
    await follow(eve, ann)
    await follow(ann, eve)
    for (const { id } of [own, others]) await app.post(`/api/items/${id}/upvote`, {}, { as: eve })
    await app.item({ restaurant: place.id, category: 3, by: eve.id })
    // The votes of somebody held don't count, which alone would keep them from being told.
    await sql`update votes set counted = true where user_id = ${eve.id}`.execute(app.database)

    const kindsOf = async (path: string) =>
      (await app.get(path, { as: ann })).body.items.map(({ kind }: { kind: string }) => kind).sort()
    const told = async () => ({
      notices: await kindsOf('/api/notifications'),
      feed: await kindsOf('/api/feed'),
      unread: (await app.get('/api/follow/unread', { as: ann })).body,
      week: await loadMemberWeek(app.database, ann.id, new Date()),
    })
    expect(await told()).toEqual({
      notices: [],
      feed: [],
      unread: { followUnread: 0, notificationUnread: 0 },
      week: null,
    })
    await change(unset)
    expect(await told()).toMatchObject({
      notices: ['follow', 'followed-upvote', 'followed-yolo', 'upvoted'],
      feed: ['followed-upvote', 'followed-upvote', 'followed-yolo'],
      unread: { followUnread: 1, notificationUnread: 3 },
      week: { upvoted: [{}], followed: [{}] },
    })
  },
)
