import { sql } from 'kysely'
import { countsSql, authorVisibleTo } from '#domain/visible.ts'
import { memberNotFound } from '#features/avatars/contract.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { notifyFollow, withdrawNotices } from '#features/notifications/notify.server.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import {
  block,
  followBlocked,
  blockedMembers,
  follow,
  followers,
  followersCount,
  followingCount,
  followedMembers,
  isFollowing,
  cannotFollowOrBlockSelf,
  unblock,
  unfollow,
} from './contract.ts'
import { followsPerPage } from './limits.ts'

export * as calls from './contract.ts'

export const handlers = (services: Services) => [
  ...followHandlers(services),
  ...blockHandlers(services),
]

const followHandlers = ({ database, clock }: Services) => [
  implementCall(followers, ({ input: { cursor }, viewer }) =>
    listOf(database, 'followee_id', viewer.id, cursor),
  ),
  implementCall(followedMembers, ({ input: { cursor }, viewer }) =>
    listOf(database, 'follower_id', viewer.id, cursor),
  ),
  implementCall(followersCount, ({ viewer }) => countOf(database, 'followee_id', viewer.id)),
  implementCall(followingCount, ({ viewer }) => countOf(database, 'follower_id', viewer.id)),

  implementCall(isFollowing, async ({ input: { userId }, viewer }) => {
    const row = await database
      .selectFrom('follows')
      .select('followee_id')
      .where('follower_id', '=', viewer.id)
      .where('followee_id', '=', userId)
      .where(sql<boolean>`${authorVisibleTo(viewer.id, sql.ref('followee_id'))}`)
      .executeTakeFirst()
    return { message: row ? ('Yes' as const) : ('No' as const) }
  }),

  implementCall(follow, async ({ input: { userId }, viewer }) => {
    if (userId === viewer.id) throw cannotFollowOrBlockSelf()
    const { isBlocked } = await findMember(database, userId, viewer.id)
    if (isBlocked) throw followBlocked()
    await transact(database, async (tx) => {
      const at = clock.now()
      await tx
        .insertInto('follows')
        .values({ follower_id: viewer.id, followee_id: userId, created_at: at })
        .onConflict((conflict) => conflict.columns(['follower_id', 'followee_id']).doNothing())
        .execute()
      await notifyFollow(tx, { followerId: viewer.id, followeeId: userId, at })
    })
    return { userId, youFollowed: true }
  }),

  implementCall(unfollow, async ({ input: { userId }, viewer }) => {
    await transact(database, async (tx) => {
      await tx
        .deleteFrom('follows')
        .where('follower_id', '=', viewer.id)
        .where('followee_id', '=', userId)
        .execute()
      await withdrawNotices(tx, { kinds: ['follow'], actorId: viewer.id, recipientId: userId })
    })
    return { userId, youFollowed: false }
  }),
]

const blockHandlers = ({ database, clock }: Services) => [
  implementCall(block, async ({ input: { userId }, viewer }) => {
    if (userId === viewer.id) throw cannotFollowOrBlockSelf()
    await findMember(database, userId, viewer.id)
    await transact(database, async (tx) => {
      await tx
        .insertInto('blocks')
        .values({ blocker_id: viewer.id, blocked_id: userId, created_at: clock.now() })
        .onConflict((conflict) => conflict.columns(['blocker_id', 'blocked_id']).doNothing())
        .execute()
      await sql`
        delete from follows
         where (follower_id, followee_id) in ((${viewer.id}, ${userId}), (${userId}, ${viewer.id}))`.execute(
        tx,
      )
    })
    return {}
  }),

  implementCall(unblock, async ({ input: { userId }, viewer }) => {
    await database
      .deleteFrom('blocks')
      .where('blocker_id', '=', viewer.id)
      .where('blocked_id', '=', userId)
      .execute()
    return {}
  }),

  implementCall(blockedMembers, async ({ input: { cursor }, viewer: { id } }) => {
    const behind =
      cursor === undefined
        ? sql`true`
        : sql`(b.created_at, b.blocked_id) < (select created_at, blocked_id from blocks where blocker_id = ${id} and blocked_id = ${cursor})`
    const { rows } = await sql<OutputOf<typeof blockedMembers>[number]>`
      select u.id as "userId", u.user_name as "userName"
        from blocks b join users u on u.id = b.blocked_id
       where b.blocker_id = ${id} and ${countsSql('u')} and ${behind}
       order by b.created_at desc, b.blocked_id desc limit ${followsPerPage}`.execute(database)
    return rows
  }),
]

/** Finds a visible member, and whether either of the two has blocked the other. */
async function findMember(database: Database, userId: number, viewerId: number) {
  const { rows } = await sql<{ isBlocked: boolean }>`
    select exists (select from blocks where (blocker_id, blocked_id) in ((${viewerId}, u.id), (u.id, ${viewerId})))
             as "isBlocked"
      from users u where u.id = ${userId} and ${countsSql('u')}`.execute(database)
  if (!rows[0]) throw memberNotFound()
  return rows[0]
}

/** The column of `follows` that contains the caller's id. The other column contains the listed members. */
type Caller = 'follower_id' | 'followee_id'
const otherOf = (caller: Caller) => (caller === 'follower_id' ? 'followee_id' : 'follower_id')

async function listOf(database: Database, caller: Caller, id: number, cursor: number | undefined) {
  const [own, other] = [sql.ref(`f.${caller}`), sql.ref(`f.${otherOf(caller)}`)]
  const behind =
    cursor === undefined
      ? sql`true`
      : sql`(f.created_at, ${other}) < (select f.created_at, ${other} from follows f where ${own} = ${id} and ${other} = ${cursor})`
  const { rows } = await sql<OutputOf<typeof followers>[number]>`
    select u.id as "userId", u.user_name as "userName", null as email,
           exists (select 1 from follows back where back.follower_id = ${id} and back.followee_id = u.id) as "youFollowed"
      from follows f join users u on u.id = ${other}
     where ${own} = ${id} and ${authorVisibleTo(id, sql`u.id`)} and ${behind}
     order by f.created_at desc, ${other} desc limit ${followsPerPage}`.execute(database)
  return rows
}

/** Counts only the members that the viewer can see, because `listOf` lists only those. */
async function countOf(database: Database, caller: Caller, id: number) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from follows f
     where ${sql.ref(`f.${caller}`)} = ${id}
       and ${authorVisibleTo(id, sql.ref(`f.${otherOf(caller)}`))}`.execute(database)
  return rows[0]!
}
