import { milesBetween } from '../../../domain/position/miles.ts'
import type { Asked } from '../asked.ts'
import type { Found, Ranker } from '../contenders.ts'
import { rowsOf } from '../copy.ts'
import { RedisClient } from './client.ts'

const pageSize = 50
/**
 * Redis uses a larger radius of the Earth (6372797.56 m) and rounds points to 0.6 m. Searches are therefore wider by
 * this factor and by `slack` miles, and `foundIn` checks the real distance.
 */
const wider = 6372797.560856 / 6371008.7714
const slack = 0.002

/**
 * Returns a dish as a member of sorted sets. The score is the upvotes. Redis orders members with equal scores by their
 * bytes and is read in reverse, so the number of favorites, the time of the newest one and the inverted ID come first.
 * The point and tags follow, so that nothing else has to be looked up.
 */
export const memberOf = ([id, , latitude, longitude, , yolos, newest, tags]: string[]) =>
  `${yolos!.padStart(9, '0')}${newest!.padStart(17, '0')}${String(2 ** 31 - Number(id)).padStart(10, '0')}:${latitude}:${longitude}:${tags}`

/** Returns a member's dish, or null if it doesn't match the request. */
export function foundIn(member: string, { point, distanceMiles, tags }: Asked): Found | null {
  const [key, latitude, longitude, its = ''] = member.split(':')
  const place = { latitude: Number(latitude), longitude: Number(longitude) }
  if (milesBetween(point, place) > distanceMiles) return null
  if (tags.length > 0 && !its.split(',').some((tag) => tags.includes(Number(tag)))) return null
  return { id: 2 ** 31 - Number(key!.slice(26)), ...place }
}

const foundAmong = (members: string[], asked: Asked) =>
  members.flatMap((member) => foundIn(member, asked) ?? [])

/** Fills three kinds of sorted sets for each category: its points, its ranking, and one set for each tag. */
export async function fillRedis(source: string, path: string): Promise<void> {
  const client = new RedisClient(path)
  const select = `select id, category_id, latitude, longitude, upvote_count, counted_yolos,
    (extract(epoch from newest_counted_at) * 1000000)::bigint, array_to_string(tags, ',') from items where listed`
  let commands: (string | number)[][] = []
  const send = async () => client.ask(...commands.splice(0))
  try {
    for await (const row of rowsOf(source, select)) {
      const [, category, latitude, longitude, upvotes, , , tags] = row as [string, ...string[]]
      const member = memberOf(row)
      commands.push(
        ['GEOADD', `places:${category}`, longitude!, latitude!, member],
        ['ZADD', `ranks:${category}`, upvotes!, member],
        ...tags!
          .split(',')
          .filter(Boolean)
          .map((tag) => ['ZADD', `tag:${category}:${tag}`, 0, member]),
      )
      if (commands.length > 5_000) await send()
    }
    if (commands.length > 0) await send()
  } finally {
    client.close()
  }
}

export function redisRankers(path: string): Ranker[] {
  return [
    { name: 'redis, near', rank: near },
    { name: 'redis, ranked', rank: ranked },
  ].map(({ name, rank }) => {
    const client = new RedisClient(path)
    return { name, rank: (asked) => rank(client, asked), close: async () => client.close() }
  })
}

let count = 0

/** Finds everything nearby, intersects it with the ranking and reads the best, in one round trip. */
async function near(client: RedisClient, asked: Asked): Promise<Found[]> {
  const { category, point, distanceMiles, tags } = asked
  const [found, best, tagged] = ['found', 'best', 'tagged'].map((name) => `${name}:${count}`)
  count = (count + 1) % 64
  const miles = distanceMiles * wider + slack
  const place = ['FROMLONLAT', point.longitude, point.latitude, 'BYRADIUS', miles, 'mi']
  const cross: (string | number)[][] =
    tags.length === 0
      ? [['ZINTERSTORE', best!, 2, found!, `ranks:${category}`, 'WEIGHTS', 0, 1]]
      : [
          ['ZUNIONSTORE', tagged!, tags.length, ...tags.map((tag) => `tag:${category}:${tag}`)],
          ['ZINTERSTORE', best!, 3, found!, tagged!, `ranks:${category}`, 'WEIGHTS', 0, 0, 1],
        ]
  const replies = await client.ask(
    ['GEOSEARCHSTORE', found!, `places:${category}`, ...place],
    ...cross,
    ['ZRANGE', best!, 0, pageSize + 9, 'REV'],
    ['UNLINK', found!, best!, tagged!],
  )
  return foundAmong(replies.at(-2) as string[], asked).slice(0, pageSize)
}

/** Reads the ranking best first, in ever larger parts, until enough dishes are nearby. */
async function ranked(client: RedisClient, asked: Asked): Promise<Found[]> {
  const wanted: Found[] = []
  for (let from = 0, size = 1_000; ; from += size, size *= 2) {
    const [reply] = await client.ask([
      'ZRANGE',
      `ranks:${asked.category}`,
      from,
      from + size - 1,
      'REV',
    ])
    const members = reply as string[]
    wanted.push(...foundAmong(members, asked))
    if (wanted.length >= pageSize || members.length < size) return wanted.slice(0, pageSize)
  }
}
