import { sql, type RawBuilder } from 'kysely'
import type { Point } from './position/miles.ts'
import { textHash } from './moderated-content.ts'
import { badInput } from '#platform/contract/failure.ts'
import { preparedStatementComment } from '#platform/server/database/database.ts'
import type { Tx } from '#platform/server/services.ts'

// What an admin removed isn't saved again by those who had a favorite there, as long as the removal can be undone with
// their favorites. Others may save it: it may be on the menu again.

/** How long a deletion by an admin can be undone together with the yolos (rules: deletion), in milliseconds. */
export const removalUndoFor = 90 * 24 * 60 * 60 * 1000

/** Maximum distance in miles at which a restaurant of a removed one's name counts as that one. */
const sameWithin = 1

/**
 * SQL condition: this member had a favorite on this removed dish, which an undo would bring back. So may their own undo:
 * they may have deleted it just before the dish was removed.
 */
const lostWithSql = (itemId: RawBuilder<unknown>, userId: number, now: Date) => sql`exists (
  select from deleted_yolos y where y.user_id = ${userId} and y.due > ${now} and y.item_id = ${itemId})`

/** SQL for the restaurants that this member added, or that an admin removed with a favorite of theirs. */
const restaurantsOfSql = (userId: number, now: Date) => sql`
  select id from restaurants where added_by = ${userId}
   union
  select split_part(removed_with, ' ', 2)::integer from deleted_yolos
   where user_id = ${userId} and due > ${now} and removed_with like 'restaurant %'`

/**
 * SQL for what the admin wrote about the removal of a subject ('item 5', 'restaurant 7'), or '' if they removed it
 * without a report. Of a restaurant that is closed at its source they wrote it about 'place 7'.
 */
export const removalReasonSql = (subject: RawBuilder<unknown>) => sql<string>`coalesce((
  select reason from report_decisions
   where subject in (${subject}, replace(${subject}, 'restaurant ', 'place ')) and decision = 'remove'
     and restored_at is null
   order by decided_at desc limit 1), '')`

function refuseRemoved(what: 'dish' | 'restaurant', field: string, reason: string): never {
  const why = reason && ` This is why: ${reason}`
  const message = `We removed this ${what}. Choose another one, or write to us (see About).${why}`
  throw badInput({ message, fields: { [field]: message } })
}

type Dish = { restaurantId: number; categoryId: number; name: string; key: string }

/**
 * Throws if an admin removed a dish of the restaurant whose name reads the same, on which the member had a favorite, and
 * no other verified member has saved one of this name since. Held ones count too, so that nobody reads here who is held.
 */
export async function refuseRemovedDish(
  tx: Tx,
  { restaurantId, categoryId, name, key }: Dish,
  { userId, now, field }: { userId: number; now: Date; field: 'itemName' | 'new_name' },
): Promise<void> {
  const { rows } = await sql<{ name: string; reason: string }>`
    ${preparedStatementComment} select i.name, ${removalReasonSql(sql`'item ' || i.id`)} as reason from items i
     where i.restaurant_id = ${restaurantId} and i.deleted_at is not null and i.merged_into is null
       and ${lostWithSql(sql`i.id`, userId, now)}
       and not exists (select from items o join yolos y on y.item_id = o.id join users u on u.id = y.user_id
                        where o.restaurant_id = ${restaurantId} and o.category_id = ${categoryId}
                          and o.name_key = ${key} and o.deleted_at is null
                          and u.id <> ${userId} and u.email_verified_at is not null)
     order by i.id desc`.execute(tx)
  const same = rows.find((removed) => textHash(removed.name).equals(textHash(name)))
  if (same) refuseRemoved('dish', field, same.reason)
}

type Restaurant = { name: string; key: string; near: Point }

/**
 * Throws if an admin removed a restaurant whose name is or reads the same, at most a mile from there, which the member
 * had added or had a favorite at.
 */
export async function refuseRemovedRestaurant(
  tx: Tx,
  { name, key, near: { latitude, longitude } }: Restaurant,
  userId: number,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ name: string; key: string; reason: string }>`
    select r.name, r.name_key as key, ${removalReasonSql(sql`'restaurant ' || r.id`)} as reason from restaurants r
     where r.id = any (array(${restaurantsOfSql(userId, now)}))
       and r.deleted_at > ${new Date(now.getTime() - removalUndoFor)} and r.merged_into is null
       and miles_between(r.latitude, r.longitude, ${latitude}, ${longitude}) <= ${sameWithin}
     order by r.id desc`.execute(tx)
  const hash = textHash(name)
  const same = rows.find((removed) => removed.key === key || textHash(removed.name).equals(hash))
  if (same) refuseRemoved('restaurant', 'name', same.reason)
}
