import { sql } from 'kysely'
import { memberShown } from '#domain/visible.ts'
import { memberNotFound } from '#features/avatars/contract.ts'
import { breaks } from '#platform/server/database.ts'
import { on } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import {
  block,
  blocked,
  blockedMembers,
  follow,
  followers,
  followersCount,
  followingCount,
  followings,
  followPage,
  isFollowed,
  notOneself,
  unblock,
  unfollow,
} from './contract.ts'

export { checks } from './checks.ts'
export * as calls from './contract.ts'

type Followed = { userId: number; userName: string; email: null; youFollowed: boolean }

export const handlers = ({ database, clock, events }: Services) => [
  on(followers, async ({ input: { cursor }, viewer }) => {
    const { rows } = await sql<Followed>`
      select u.id as "userId", u.user_name as "userName", null as email,
             exists (select 1 from follows back where back.follower_id = ${viewer.id} and back.followee_id = u.id) as "youFollowed"
        from follows f join users u on u.id = f.follower_id
       where f.followee_id = ${viewer.id} and ${memberShown(viewer.id, sql`u.id`)}
         ${older(cursor, sql`select created_at, follower_id from follows where followee_id = ${viewer.id} and follower_id = ${cursor ?? 0}`, sql`f.created_at, f.follower_id`)}
       order by f.created_at desc, f.follower_id desc limit ${followPage}`.execute(database)
    return rows
  }),

  on(followings, async ({ input: { cursor }, viewer }) => {
    const { rows } = await sql<Followed>`
      select u.id as "userId", u.user_name as "userName", null as email, true as "youFollowed"
        from follows f join users u on u.id = f.followee_id
       where f.follower_id = ${viewer.id} and ${memberShown(viewer.id, sql`u.id`)}
         ${older(cursor, sql`select created_at, followee_id from follows where follower_id = ${viewer.id} and followee_id = ${cursor ?? 0}`, sql`f.created_at, f.followee_id`)}
       order by f.created_at desc, f.followee_id desc limit ${followPage}`.execute(database)
    return rows
  }),

  on(followersCount, async ({ viewer }) => ({
    count: await countOf(database, 'followee_id', viewer.id),
  })),
  on(followingCount, async ({ viewer }) => ({
    count: await countOf(database, 'follower_id', viewer.id),
  })),

  on(isFollowed, async ({ input: { userId }, viewer }) => {
    const row = await database
      .selectFrom('follows')
      .select('followee_id')
      .where('follower_id', '=', viewer.id)
      .where('followee_id', '=', userId)
      .executeTakeFirst()
    return { message: row ? ('Yes' as const) : ('No' as const) }
  }),

  on(follow, async ({ input: { userId }, viewer }) => {
    if (userId === viewer.id) throw notOneself()
    try {
      const { numInsertedOrUpdatedRows } = await database
        .insertInto('follows')
        .values({ follower_id: viewer.id, followee_id: userId, created_at: clock.now() })
        .onConflict((conflict) => conflict.columns(['follower_id', 'followee_id']).doNothing())
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows)
        events.publish({ kind: 'follow', actorId: viewer.id, memberId: userId })
    } catch (error) {
      if (breaks(error, 'follows_not_blocking'))
        throw blocked({ message: 'You have blocked this member. Unblock them to follow them.' })
      if (breaks(error, 'follows_not_blocked')) throw blocked()
      if (breaks(error, 'follows_followee_id_fkey')) throw memberNotFound()
      throw error
    }
    return { userId, youFollowed: true }
  }),

  on(unfollow, async ({ input: { userId }, viewer }) => {
    const { numDeletedRows } = await database
      .deleteFrom('follows')
      .where('follower_id', '=', viewer.id)
      .where('followee_id', '=', userId)
      .executeTakeFirst()
    if (numDeletedRows) events.publish({ kind: 'follow', actorId: viewer.id, memberId: userId })
    return { userId, youFollowed: false }
  }),

  on(block, async ({ input: { userId }, viewer }) => {
    if (userId === viewer.id) throw notOneself()
    try {
      await database
        .insertInto('blocks')
        .values({ blocker_id: viewer.id, blocked_id: userId, created_at: clock.now() })
        .onConflict((conflict) => conflict.columns(['blocker_id', 'blocked_id']).doNothing())
        .execute()
    } catch (error) {
      if (breaks(error, 'blocks_blocked_id_fkey')) throw memberNotFound()
      throw error
    }
    // Their notifications are gone, and so may be the viewer as one of their followers.
    events.publish({ kind: 'read', memberId: viewer.id })
    events.publish({ kind: 'follow', actorId: viewer.id, memberId: userId })
    return {}
  }),

  on(unblock, async ({ input: { userId }, viewer }) => {
    await database
      .deleteFrom('blocks')
      .where('blocker_id', '=', viewer.id)
      .where('blocked_id', '=', userId)
      .execute()
    events.publish({ kind: 'read', memberId: viewer.id })
    return {}
  }),

  on(blockedMembers, async ({ viewer }) => {
    const rows = await database
      .selectFrom('blocks')
      .innerJoin('users', 'users.id', 'blocks.blocked_id')
      .select(['users.id as userId', 'users.user_name as userName'])
      .where('blocks.blocker_id', '=', viewer.id)
      .orderBy('blocks.created_at', 'desc')
      .execute()
    return rows
  }),
]

/** Continues a list after the row that `place` selects. */
const older = (
  cursor: number | undefined,
  place: ReturnType<typeof sql>,
  columns: ReturnType<typeof sql>,
) => (cursor === undefined ? sql`` : sql`and (${columns}) < (${place})`)

/** Whom the viewer can’t see is neither listed nor counted. */
async function countOf(database: Database, column: 'follower_id' | 'followee_id', id: number) {
  const other = column === 'follower_id' ? 'followee_id' : 'follower_id'
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from follows f
     where ${sql.ref(`f.${column}`)} = ${id}
       and ${memberShown(id, sql.ref(`f.${other}`))}`.execute(database)
  return rows[0]!.count
}
