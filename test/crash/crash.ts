import { setTimeout as wait } from 'node:timers/promises'
import { connectServices } from '#app/services.ts'
import { openLog } from '#platform/server/log.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import type { Database } from '#platform/server/services.ts'
import { readSettings } from '#platform/server/settings.ts'
import { dishes } from '#platform/testing/dishes.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import { people, type Person } from '#platform/testing/people.ts'
import { startSite, type SiteProcess } from '#platform/testing/process.ts'
import type { CrashServer } from './crash-servers.ts'
import { until } from '#platform/testing/until.ts'

const log = openLog('silent')
const categories = [1, 2, 3, 4, 5, 6, 7, 13, 14, 8, 9, 10, 11, 12]

type Reached = Pick<CrashServer, 'env' | 'url' | 'release'>

/** Runs `work` with services that this process opens on the database, next to those of the site. */
async function withServices<T>(
  server: Reached,
  work: (opened: ReturnType<typeof connectServices>) => Promise<T>,
): Promise<T> {
  const url = await server.url()
  await migrate(url)
  const opened = connectServices(url, readSettings({ ...server.env, DEMO: '0' }), log, () =>
    server.release(),
  )
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}

export type World = { members: Person[]; placeIds: string[]; itemIds: number[] }

export const prepareWorld = (server: Reached, memberCount = 16): Promise<World> =>
  withServices(server, async ({ services }) => {
    const { member } = people(services)
    const make = dishes(services)
    const members: Person[] = []
    for (let n = 0; n < memberCount; n++) members.push(await member())
    const placeIds: string[] = []
    const itemIds: number[] = []
    for (let n = 0; n < 10; n++) {
      const { id, placeId } = await make.restaurant()
      placeIds.push(placeId)
      itemIds.push(
        (await make.item({ restaurant: id, category: categories[n]!, by: (await member()).id })).id,
      )
    }
    return { members, placeIds, itemIds }
  })

export type Acknowledged = { yolos: number[]; votes: Array<{ item: number; member: number }> }

/**
 * Saves and votes as each member until the site is gone, with pauses in milliseconds. Adds what was acknowledged to
 * `acknowledged`. A member has room for 42 favorites.
 */
export async function write(
  site: SiteProcess,
  world: World,
  round: number,
  acknowledged: Acknowledged,
  pause = 0,
): Promise<void> {
  let gone = false
  await Promise.all(
    world.members.map(async (as, who) => {
      for (let n = 0; !gone; n++) {
        if (pause) await wait(pause)
        try {
          const item = world.itemIds[(who + n) % world.itemIds.length]!
          if (n % 3 === 0) {
            const vote = await site.post(`/api/items/${item}/upvote`, {}, { as })
            if (vote.status === 200) acknowledged.votes.push({ item, member: as.id })
            continue
          }
          const saved = await site.post(
            '/api/yolos',
            {
              placeId: world.placeIds[n % world.placeIds.length],
              categoryId: categories[(n + round) % categories.length],
              itemName: `Dish ${round} ${who} ${n}`,
            },
            { as },
          )
          if (saved.status === 200) acknowledged.yolos.push(saved.body.id)
        } catch {
          gone = true
        }
      }
    }),
  )
}

/**
 * Runs rounds of F1. Each one writes, kills the site and PostgreSQL at the same time with kill -9, starts them again
 * and checks the data. Returns what was lost or violated in each round.
 */
export async function crashRounds(
  server: CrashServer,
  world: World,
  rounds: number,
  acknowledged: Acknowledged,
) {
  const found: { lost: unknown[]; broken: string[] }[] = []
  let site = await startSite(server.env)
  try {
    for (let round = 1; round <= rounds; round++) {
      const writing = write(site, world, round, acknowledged)
      // Wait for some writes before the crash, however slow the machine is.
      const enough = acknowledged.yolos.length + acknowledged.votes.length + 25
      const count = () => acknowledged.yolos.length + acknowledged.votes.length
      await until(() => count() >= enough, 'Too little was written.', 20_000).catch(() => {})
      await wait(Math.random() * 300)
      const app = site.end('SIGKILL')
      server.crash()
      await Promise.all([app, writing])
      if (server.env.DATABASE_URL) await server.url()
      site = await startSite(server.env)
      found.push(
        await withServices(server, ({ services }) => findLosses(services.database, acknowledged)),
      )
    }
    return found
  } finally {
    await site.end('SIGTERM')
  }
}

/** Returns the acknowledged writes that aren't in the database, and its violated invariants. */
export async function findLosses(database: Database, acknowledged: Acknowledged) {
  const yolos = await database.selectFrom('yolos').select('id').execute()
  const votes = await database.selectFrom('votes').select(['item_id', 'user_id']).execute()
  const there = new Set(yolos.map(({ id }) => id))
  const voted = new Set(votes.map((vote) => `${vote.item_id} ${vote.user_id}`))
  return {
    lost: [
      ...acknowledged.yolos.filter((id) => !there.has(id)),
      ...acknowledged.votes.filter(({ item, member }) => !voted.has(`${item} ${member}`)),
    ],
    broken: await violatedInvariants(database),
  }
}
