import { sql } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { lockVisibleItem, resolveItemId, itemVisibleToViewerSql } from '#domain/merged.ts'
import type { ViewerId } from '#domain/visible.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { itemNotFound } from '../contract.ts'
import { adjustUpvoteCount, whyThisRank } from './contract.ts'

export const adjustHandlers = ({ database, listing, clock }: Services) => [
  implementCall(whyThisRank, async ({ input: { id }, viewer }) =>
    whyOf(listing, await resolveItemId(listing, id), viewer?.id ?? null),
  ),

  implementCall(adjustUpvoteCount, ({ input: { itemId: wanted, newCount }, viewer }) =>
    transact(database, async (tx) => {
      const held = await lockVisibleItem(tx, wanted, viewer.id, 'change')
      if (!held) throw itemNotFound()
      const itemId = held.id
      // The item is locked, so no vote can change its count meanwhile, and the count shown is the requested one.
      const item = (await rowById(tx, 'items', itemId, ['vote_count', 'adjustment']))!
      const before = item.adjustment
      const after = newCount - item.vote_count
      if (after === before) return whyOf(tx, itemId, viewer.id)
      const at = clock.now()
      await tx.updateTable('items').set({ adjustment: after }).where('id', '=', itemId).execute()
      const { id: actor_id, actingUserId: through_id } = viewer
      await tx
        .insertInto('adjustments')
        .values({ item_id: itemId, actor_id, through_id, at, before, after })
        .execute()
      await recordAudit(tx, viewer, 'item.adjust', `item ${itemId}`, {
        before: { adjustment: before },
        after: { adjustment: after, shown: newCount },
        at,
      })
      return whyOf(tx, itemId, viewer.id)
    }),
  ),
]

type Why = OutputOf<typeof whyThisRank>

/**
 * Of a dish with fewer votes that count, or fewer set aside, it isn't told how many are set aside, because otherwise
 * who knows whose votes they are would see who is held (docs/ranking.md). Of favorites it is never told, because
 * everyone sees whose they are.
 */
const fewestTold = 5

async function whyOf(database: Database, id: number, viewerId: ViewerId): Promise<Why> {
  const { rows } = await sql<Omit<Why, 'adjustments'>>`
    select i.id, i.upvote_count as "upvoteCount", i.vote_count as votes, i.adjustment, i.yolo_count as "yoloCount",
           ${isoTimestampSql('i.newest_yolo_at')} as "newestYoloAt", ${isoTimestampSql('i.confirmed_at')} as "confirmedAt",
           case when least(i.vote_count, aside.votes) >= ${fewestTold} then aside.votes end as "votesSetAside"
      from items i
     cross join lateral (
       select count(*)::integer as votes from votes v join users u on u.id = v.user_id where v.item_id = i.id and not u.counts) aside
     where i.id = ${id} and i.deleted_at is null and ${itemVisibleToViewerSql(viewerId)}`.execute(
    database,
  )
  if (!rows[0]) throw itemNotFound()
  const adjustments = await sql<Why['adjustments'][number]>`
    select ${isoTimestampSql('at')} as at, before, after from adjustments
     where item_id = ${id} order by id desc limit 100`.execute(database)
  return { ...rows[0], adjustments: adjustments.rows }
}
