import { sql } from 'kysely'
import type { Database } from '../../platform/server/services.ts'

/** What the requests are about, mostly the largest of each kind. */
export type Known = {
  member: number
  restaurant: number
  dish: number
  city: string
  contests: number[]
  today: string
  lastYear: string
  yoloCursor: string
}

export async function knownIn(database: Database): Promise<Known> {
  const one = async <T>(query: ReturnType<typeof sql<T>>) =>
    (await query.execute(database)).rows[0]!
  const { city } = await one(sql<{ city: string }>`
    select city_label as city from restaurants group by 1 order by count(*) desc limit 1`)
  const { restaurant } = await one(sql<{ restaurant: number }>`
    select i.restaurant_id as restaurant from items i join restaurants r on r.id = i.restaurant_id
     where r.city_label = ${city} group by 1 order by sum(yolo_count) desc limit 1`)
  const { dish } = await one(sql<{ dish: number }>`
    select id as dish from items order by yolo_count desc, id limit 1`)
  const { member } = await one(sql<{ member: number }>`
    select user_id as member from yolos offset (select count(*) / 2 from yolos) limit 1`)
  const { cursor } = await one(sql<{ cursor: string }>`
    select (extract(epoch from created_at) * 1000000)::bigint || '.' || id as cursor
      from yolos order by created_at offset (select count(*) / 2 from yolos) limit 1`)
  const contests = await sql<{
    id: number
  }>`select id from contests order by id desc limit 2`.execute(database)
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
  return {
    member,
    restaurant,
    dish,
    city,
    yoloCursor: cursor,
    contests: contests.rows.map(({ id }) => id),
    today: day(0),
    lastYear: day(364),
  }
}
