import { sql } from 'kysely'
import type { Database } from '#platform/server/services.ts'

const miles = 20
const mostDishes = 5
const week = 7 * 24 * 60 * 60 * 1000

type Dish = { id: number; itemName: string; restaurantName: string }
/** What happened in a member's week. */
export type MemberWeek = {
  nearby: (Dish & { upvoteCount: number })[]
  upvoted: { item: Dish; peopleCount: number }[]
  followed: { people: { userId: number; userName: string }[]; peopleCount: number }[]
}

/**
 * Returns what counting members did around a member in the last seven days, or null if there is nothing to say. Members
 * choose this mail separately, so their settings for notices don't matter.
 */
export async function loadMemberWeek(
  database: Database,
  userId: number,
  now: Date,
): Promise<MemberWeek | null> {
  const since = new Date(now.getTime() - week)
  const { rows: nearby } = await sql<MemberWeek['nearby'][number]>`
    select i.id, i.name as "itemName", r.name as "restaurantName", i.upvote_count as "upvoteCount"
      from users me
      join items i on i.latitude between me.latitude - ${miles / 69} and me.latitude + ${miles / 69}
                  and miles_between(me.latitude, me.longitude, i.latitude, i.longitude) <= ${miles}
      join restaurants r on r.id = i.restaurant_id
     where me.id = ${userId} and i.created_at > ${since} and i.listed
       and not exists (select from yolos y where y.item_id = i.id and y.user_id = me.id)
     order by i.upvote_count desc, i.yolo_count desc, i.id desc limit ${mostDishes}`.execute(
    database,
  )
  const { rows: upvoted } = await sql<MemberWeek['upvoted'][number]>`
    select jsonb_build_object('id', i.id, 'itemName', i.name, 'restaurantName', r.name) as item,
           count(*)::integer as "peopleCount"
      from yolos y
      join items i on i.id = y.item_id and i.deleted_at is null
      join restaurants r on r.id = i.restaurant_id
      join votes v on v.item_id = i.id and v.created_at > ${since} and v.user_id <> y.user_id
      join users u on u.id = v.user_id and u.counts
     where y.user_id = ${userId} group by i.id, r.id`.execute(database)
  const { rows: people } = await sql<{ userId: number; userName: string }>`
    select u.id as "userId", u.user_name as "userName"
      from follows f join users u on u.id = f.follower_id and u.counts
     where f.followee_id = ${userId} and f.created_at > ${since}
     order by f.created_at desc limit 100`.execute(database)
  if (nearby.length + upvoted.length + people.length === 0) return null
  const followed = people.length > 0 ? [{ people, peopleCount: people.length }] : []
  return { nearby, upvoted, followed }
}
