import { sql } from 'kysely'
import { cellsTouching, milesFromSql } from '#domain/position/distance.ts'
import { countsSql } from '#domain/visible.ts'
import { hello } from '#features/mail/templates.server.ts'
import type { MailMessage } from '#platform/server/mail/mail-message.ts'
import type { Database } from '#platform/server/services.ts'
import { countWithNoun } from '#platform/text/plural.ts'

const days = 7 * 24 * 60 * 60 * 1000
const miles = 20
/** How many lines each part of the mail has at most. */
const most = 5

type Dish = { id: number; itemName: string; restaurantName: string; votes: number }
type Follower = { userId: number; userName: string }
/** What happened in a member's week. */
type Week = { nearby: Dish[]; upvoted: Dish[]; followers: Follower[] }

/** Returns what happened in the last seven days, or null if there is nothing to say. */
export async function loadWeek(
  database: Database,
  userId: number,
  now: Date,
): Promise<Week | null> {
  const since = new Date(now.getTime() - days)
  const { rows: upvoted } = await sql<Dish>`
    select i.id, i.name as "itemName", r.name as "restaurantName", count(*)::integer as votes
      from yolos y join items i on i.id = y.item_id and i.listed join restaurants r on r.id = i.restaurant_id
      join votes v on v.item_id = i.id and v.created_at > ${since} join users u on u.id = v.user_id and ${countsSql('u')}
     where y.user_id = ${userId}
     group by i.id, r.id order by votes desc, i.id`.execute(database)
  const { rows: followers } = await sql<Follower>`
    select u.id as "userId", u.user_name as "userName"
      from follows f join users u on u.id = f.follower_id and ${countsSql('u')}
     where f.followee_id = ${userId} and f.created_at > ${since} order by f.created_at desc`.execute(
    database,
  )
  const nearby = await newNearby(database, userId, since)
  return nearby.length + upvoted.length + followers.length === 0
    ? null
    : { nearby, upvoted, followers }
}

/** Returns the best dishes that others have added around the member's saved place. */
async function newNearby(database: Database, userId: number, since: Date): Promise<Dish[]> {
  const place = await database
    .selectFrom('users')
    .select(['latitude', 'longitude'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!place || place.latitude === null || place.longitude === null) return []
  const point = { latitude: place.latitude, longitude: place.longitude }
  const { rows } = await sql<Dish>`
    select i.id, i.name as "itemName", r.name as "restaurantName", i.upvote_count as votes
      from items i join restaurants r on r.id = i.restaurant_id
     where i.cell5 = any (${cellsTouching(point, miles, 5)}::bigint[]) and i.listed
       and i.created_at > ${since} and ${milesFromSql(point, 'i')} <= ${miles}
       and not exists (select from yolos y where y.item_id = i.id and y.user_id = ${userId})
     order by i.upvote_count desc, i.yolo_count desc, i.id limit ${most}`.execute(database)
  return rows
}

type Facts = { name: string; city: string | null; origin: string; stopLink: string }

/** Returns the words of a week's mail. */
export function writeWeeklyMail(
  { nearby, upvoted, followers }: Week,
  { name, city, origin, stopLink }: Facts,
): MailMessage {
  const votes = upvoted.reduce((sum, dish) => sum + dish.votes, 0)
  const line = ({ id, itemName, restaurantName }: Dish, more: string) => ({
    words: `${itemName} · ${restaurantName}${more}`,
    link: `${origin}/dish/${id}`,
  })
  const others = followers.length - most
  const sections = [
    {
      title: `New near ${city || 'you'}`,
      items: nearby.map((dish) =>
        line(dish, dish.votes > 0 ? ` · ${countWithNoun(dish.votes, 'upvote')}` : ''),
      ),
    },
    {
      title: `${countWithNoun(votes, 'upvote')} of your favorites`,
      items: upvoted.slice(0, most).map((dish) => line(dish, ` · ${dish.votes}`)),
    },
    {
      title: followers.length === 1 ? 'A new follower' : `${followers.length} new followers`,
      items: [
        ...followers.slice(0, most).map(({ userId, userName }) => ({
          words: userName,
          link: `${origin}/user/${userId}`,
        })),
        ...(others > 0
          ? [{ words: `and ${others} more`, link: `${origin}/my-page?show=followers` }]
          : []),
      ],
    },
  ]
  const parts = [
    nearby.length > 0 && countWithNoun(nearby.length, 'new dish', 'new dishes'),
    votes > 0 && countWithNoun(votes, 'upvote'),
    followers.length > 0 && countWithNoun(followers.length, 'new follower'),
  ]
  return {
    subject: `Your week on Yolo: ${parts.filter(Boolean).join(', ')}`,
    lines: [hello(name), 'here is what happened in the last seven days.'],
    sections: sections.filter(({ items }) => items.length > 0),
    button: { words: 'See all notices', link: `${origin}/notify` },
    small: ['You get this mail once a week, because you asked for it in your settings.'],
    unsubscribe: { words: 'Stop the weekly mail', link: stopLink },
  }
}
