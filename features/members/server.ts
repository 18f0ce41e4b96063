import { sql } from 'kysely'
import { loadCards, markCards, yoloJsonSql } from '#features/items/cards.server.ts'
import type { Card } from '#features/items/contract.ts'
import { authorVisibleTo, visibleTo, type ViewerId } from '#domain/visible.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { memberNotFound } from '#features/avatars/contract.ts'
import * as admins from './admin/contract.ts'
import { memberAdminHandlers } from './admin/server.ts'
import { favoritesExportHandler, maxYolos } from './export.server.ts'
import * as members from './contract.ts'
import { myPage, recordShare, showMember, upvotedItems, type Favorite } from './contract.ts'

export const calls = { ...members, ...admins }

export const handlers = (services: Services) => [
  favoritesExportHandler(services),
  ...memberAdminHandlers(services),
  ...pageHandlers(services),
]

const pageHandlers = ({ database }: Services) => [
  implementCall(myPage, async ({ viewer }) => {
    const { rows } = await sql<Omit<OutputOf<typeof myPage>, keyof FollowCounts | 'items'>>`
      select u.user_name as "userName", u.bio,
             u.email_verified_at is not null as verified,
             u.avatar,
             (select count(*)::integer from votes v join items i on i.id = v.item_id and i.deleted_at is null
               where v.user_id = u.id) as "upvotedCount",
             -- Leaves out votes from before the member saved the dish (rules: votes), which were for others' favorites,
             -- and adjustments, which are nobody's votes.
             (select count(*)::integer from yolos y join items i on i.id = y.item_id and i.deleted_at is null
                join votes v on v.item_id = y.item_id and v.created_at >= y.created_at
                join users f on f.id = v.user_id and f.counts
               where y.user_id = u.id) as "receivedCount",
             u.share_count as "shareCount"
        from users u where u.id = ${viewer.id}`.execute(database)
    const [counts, items] = await Promise.all([
      followCounts(database, viewer.id, viewer.id),
      keptBy(database, viewer.id, viewer, true),
    ])
    return { ...rows[0]!, ...counts, items }
  }),

  implementCall(showMember, async ({ input: { id }, viewer }) => {
    const viewerId = viewer?.id ?? 0
    const { rows } = await sql<Omit<OutputOf<typeof showMember>, keyof FollowCounts | 'items'>>`
      select u.id, u.user_name as "userName", u.bio,
             u.avatar,
             exists (select from follows where follower_id = ${viewerId} and followee_id = u.id) as "youFollowed",
             exists (select from blocks where blocker_id = ${viewerId} and blocked_id = u.id) as "youBlocked",
             u.email_verified_at is not null as verified
        from users u where u.id = ${id} and ${visibleTo(viewer?.id ?? null)}`.execute(database)
    const [member] = rows
    if (!member) throw memberNotFound()
    const [counts, items] = await Promise.all([
      followCounts(database, id, viewer?.id === id ? id : null),
      keptBy(database, id, viewer),
    ])
    return { ...member, ...counts, items }
  }),

  implementCall(upvotedItems, async ({ input: { pageNumber, pageSize }, viewer }) => {
    const { rows } = await sql<{ ids: number[]; total: number }>`
      with mine as (
        select v.item_id, v.created_at from votes v join items i on i.id = v.item_id and i.deleted_at is null
         where v.user_id = ${viewer.id})
      select (select count(*)::integer from mine) as total,
             coalesce((select array_agg(item_id) from (
               select item_id from mine order by created_at desc, item_id desc
                limit ${pageSize} offset ${pageNumber * pageSize}) page), '{}') as ids`.execute(
      database,
    )
    const { ids, total } = rows[0]!
    const cards = await markCards(database, await loadCards(database, ids, null, viewer.id), viewer)
    return { items: cards, total }
  }),

  implementCall(recordShare, async ({ viewer }) => {
    const { share_count: shareCount } = await database
      .updateTable('users')
      .set((eb) => ({ share_count: eb('share_count', '+', 1) }))
      .where('id', '=', viewer.id)
      .returning('share_count')
      .executeTakeFirstOrThrow()
    return { shareCount }
  }),
]

/** Returns a member's favorites with their own texts, newest first and without deleted items. */
async function keptBy(
  database: Database,
  userId: number,
  viewer: Viewer | null,
  /** True for the member's own page, which shows their text even if it is hidden from everyone else. */
  whole = false,
): Promise<Favorite[]> {
  const { rows } = await sql<{ itemId: number; yolo: Card['yolos'][number] }>`
    select y.item_id as "itemId", ${yoloJsonSql(viewer?.id ?? null, whole)} as yolo
      from yolos y join users u on u.id = y.user_id
     where y.user_id = ${userId} order by y.created_at desc, y.id desc limit ${maxYolos}`.execute(
    database,
  )
  const own = new Map(rows.map(({ itemId, yolo }) => [itemId, yolo]))
  const cards = await loadCards(database, [...own.keys()], null, viewer?.id ?? null)
  const marked = await markCards(database, cards, viewer)
  return marked.map((card) => {
    const yolo = own.get(card.id)!
    const { id: yoloId, image, imageColor: color } = yolo
    return {
      ...card,
      yolos: [yolo],
      ...(image && color ? { photo: { image, color, yoloId, userId } } : {}),
    }
  })
}

type FollowCounts = { followersCount: number; followingCount: number }

async function followCounts(database: Database, id: number, viewerId: ViewerId) {
  const { rows } = await sql<FollowCounts>`
    select (select count(*)::integer from follows f where f.followee_id = ${id}
              and ${authorVisibleTo(viewerId, sql`f.follower_id`)}) as "followersCount",
           (select count(*)::integer from follows f where f.follower_id = ${id}
              and ${authorVisibleTo(viewerId, sql`f.followee_id`)}) as "followingCount"`.execute(
    database,
  )
  return rows[0]!
}
