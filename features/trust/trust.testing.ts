import { sql } from 'kysely'
import { nameKeys } from '#features/accounts/names/user-name.ts'
import type { TestApp } from '#platform/testing/app.ts'
import type { FoundCluster } from './clusters.server.ts'

let count = 0

/** Creates accounts that joined at these moments, many at once, and verified at once. Returns their ids. */
export async function joined(
  { database }: TestApp,
  moments: Date[],
  { verified = true } = {},
): Promise<number[]> {
  const rows = moments.map((at) => ({
    at,
    ...nameKeys(`Crowd ${++count}`),
    name: `Crowd ${count}`,
  }))
  const { rows: made } = await sql<{ id: number }>`
    insert into users (user_name, user_name_key, user_name_caps_key, user_name_keyed_by, email_verified_at, created_at)
    select name, user_name_key, user_name_caps_key, user_name_keyed_by, case when ${verified}::boolean then at end, at
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as u (name text, user_name_key text, user_name_caps_key text, user_name_keyed_by integer, at timestamptz)
    returning id`.execute(database)
  return made.map(({ id }) => id)
}

/** Creates dishes of 299 days ago, each at a restaurant of its own and of a member of its own. Returns their ids. */
export async function oldDishes(app: TestApp, now: Date, count: number): Promise<number[]> {
  const dishes: number[] = []
  for (let n = 0; n < count; n++) {
    const { id: restaurant } = await app.restaurant()
    const [by] = await joined(app, [minutesAfter(now, -300 * 24 * 60)])
    const createdAt = minutesAfter(now, -299 * 24 * 60)
    dishes.push((await app.item({ restaurant, category: 3, by: by!, createdAt })).id)
  }
  return dishes
}

export async function voted(
  { database }: TestApp,
  votes: { by: number; item: number; at: Date }[],
) {
  await database
    .insertInto('votes')
    .values(votes.map(({ by, item, at }) => ({ user_id: by, item_id: item, created_at: at })))
    .execute()
}

export async function cameFrom(
  { database }: TestApp,
  members: number[],
  networkOf: (n: number) => number,
  at: Date,
) {
  await database
    .insertInto('network_evidence')
    .values(
      members.map((user_id, n) => ({
        user_id,
        network: Buffer.alloc(16, networkOf(n)),
        sign_up: true,
        first_at: at,
        last_at: at,
      })),
    )
    .execute()
}

/** Returns a cluster as a weighing finds it; over the line of the rule unless `isOver` is false. */
export const foundCluster = (
  key: string,
  members: number[],
  at: Date,
  { isOver = true, restaurantId = null as number | null } = {},
): FoundCluster => ({
  key,
  kind: restaurantId === null ? 'alike' : 'votes',
  isSlow: false,
  usualOnes: [],
  restaurantId,
  members,
  beside: [],
  networks: 1,
  firstAct: at,
  lastAct: at,
  score: isOver ? 0.95 : 0.7,
  reasons: [],
  verdict: isOver ? 'rule' : 'desk',
})

export const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)

/** Returns the longest time that this thread works without a pause during `work`, in milliseconds of CPU time. */
export async function threadHeldDuring(work: () => Promise<unknown>): Promise<number> {
  const spent = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let [last, longest] = [spent(), 0]
  const turn = () => {
    const at = spent()
    longest = Math.max(longest, at - last)
    last = at
  }
  const timer = setInterval(turn, 1)
  await work()
  turn()
  clearInterval(timer)
  return longest
}
