import { sql } from 'kysely'
import { cellsTouching, milesFromSql } from '#domain/position/distance.ts'
import type { Point } from '#domain/position/miles.ts'
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
type Week = NonNullable<Awaited<ReturnType<typeof loadWeek>>>

/**
 * Returns what happened in the last seven days of a counting member who wants the mail, or null if there is nothing to
 * say.
 */
export async function loadWeek(database: Database, userId: number, now: Date) {
  const since = new Date(now.getTime() - days)
  const member = await database
    .selectFrom('users as u')
    .select(['user_name as name', 'email', 'location_name as city', 'weekly_mail_token as token'])
    .select(['latitude', 'longitude'])
    .where('id', '=', userId)
    .where('weekly_mail', '=', true)
    .where(countsSql('u'))
    .executeTakeFirst()
  if (!member?.email) return null
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
  const { latitude, longitude, email } = member
  const isPlaced = latitude !== null && longitude !== null
  const nearby = isPlaced ? await newNearby(database, userId, { latitude, longitude }, since) : []
  const isEmpty = nearby.length + upvoted.length + followers.length === 0
  return isEmpty ? null : { ...member, email, nearby, upvoted, followers }
}

/** Returns the best dishes that others have added around a point. */
async function newNearby(database: Database, userId: number, point: Point, since: Date) {
  const { rows } = await sql<Dish>`
    select i.id, i.name as "itemName", r.name as "restaurantName", i.upvote_count as votes
      from items i join restaurants r on r.id = i.restaurant_id
     where i.cell5 = any (${cellsTouching(point, miles, 5)}::bigint[]) and i.listed
       and i.created_at > ${since} and ${milesFromSql(point, 'i')} <= ${miles}
       and not exists (select from yolos y where y.item_id = i.id and y.user_id = ${userId})
     order by i.upvote_count desc, i.yolo_count desc, i.id limit ${most}`.execute(database)
  return rows
}

/** Returns the words of a week's mail. */
export function writeWeeklyMail(week: Week, origin: string, stopPath: string): MailMessage {
  const { name, city, token, nearby, upvoted, followers } = week
  const ofDish = ({ id, itemName, restaurantName, votes }: Dish) => ({
    words: `${itemName} · ${restaurantName}${votes > 0 ? ` · ${countWithNoun(votes, 'upvote')}` : ''}`,
    link: `${origin}/dish/${id}`,
  })
  const ofFollower = ({ userId, userName }: Follower) => ({
    words: userName,
    link: `${origin}/user/${userId}`,
  })
  const votes = upvoted.reduce((sum, dish) => sum + dish.votes, 0)
  const newDishes = countWithNoun(nearby.length, 'new dish', 'new dishes')
  const sections = [
    { title: `${newDishes} near ${city || 'you'}`, items: nearby.map(ofDish) },
    {
      title: `${countWithNoun(votes, 'upvote')} of your favorites`,
      items: upvoted.slice(0, most).map(ofDish),
    },
    {
      title: countWithNoun(followers.length, 'new follower'),
      items: followers.slice(0, most).map(ofFollower),
    },
  ].filter(({ items }) => items.length > 0)
  return {
    subject: `Your week on Yolo: ${sections.map(({ title }) => title).join(', ')}`,
    lines: [hello(name), 'here is what happened in the last seven days.'],
    sections,
    button: { words: 'See all notices', link: `${origin}/notify` },
    small: ['You get this mail once a week, because you asked for it in your settings.'],
    unsubscribe: { words: 'Stop the weekly mail', link: `${origin}${stopPath}?token=${token}` },
  }
}
