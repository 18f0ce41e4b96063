import { updateCounted } from '#domain/votes-that-count.ts'
import { transact } from '#platform/server/database/database.ts'
import type { Person } from '#platform/testing/people.ts'
import { act, passBy } from './act.ts'
import { actions, ways } from './actions.ts'
import { checkFiles, checkInvariants } from './checks.ts'
import { emptyWorld, generator, makeOthers, type World } from './world.ts'

const clients = 50

/**
 * Plays F8 with 50 clients: two members who edit, move, rename, swap, report and delete around one item, together with
 * voters, reporters, an admin, user 20, and members who join and leave. `seed` determines the actions.
 */
export async function playModel(milliseconds: number, seed: number): Promise<void> {
  const world = await emptyWorld()
  const [app] = world.apps
  await act({ world, at: app, as: world.pair[0]!, random: generator(0) }, 'save')
  const others = await makeOthers(world)
  world.voters = [...world.pair, ...others].map(({ id }) => id)
  const owed = milliseconds < 60_000 ? world.tried : world.succeeded
  const quietPoints = Math.max(2, Math.round(milliseconds / 10_000))
  for (let round = 0; round < quietPoints; round++) {
    const until = performance.now() + milliseconds / quietPoints
    await Promise.all(
      Array.from({ length: clients }, async (_, n) => {
        const random = generator(seed * 1_000_003 + round * 1_009 + n)
        const at = world.apps[n % 2]!
        const [as, way] = roleOf(n, world, others)
        // Continue until every action has been tried (in a long round: has succeeded). This takes longer on a slow
        // machine.
        while (performance.now() < until || owed.size < Object.keys(actions).length) {
          if (n >= 48) await passBy({ world, at, random })
          else await act({ world, at, as, random }, random.pick(way))
          // Late verification makes earlier reports count.
          if (n === 24 && random.chance(0.02)) await verify(world, random.pick(others))
        }
      }),
    )
    await checkInvariants(world, others, seed)
    // Delete all reports, because an item that everyone has reported is hidden and would take no further part.
    await app.database.deleteFrom('restaurant_reports').execute()
    await app.database.deleteFrom('item_reports').execute()
  }
  await checkFiles(world)
  if (process.env.TEST_LOG) console.log(Object.fromEntries(world.outcomes))
}

/** Returns the member who acts as client `n`, and the actions that the client draws from. */
function roleOf(n: number, { pair, admin, special }: World, others: Person[]): [Person, string[]] {
  if (n < 24) return [pair[n % 4 < 2 ? 0 : 1]!, ways.pair]
  if (n < 44) return [others[n % others.length]!, ways.others]
  return n < 47 ? [admin, ways.admin] : [special, ways.special]
}

const verify = ({ apps: [app] }: World, { id }: Person) =>
  transact(app.database, async (tx) => {
    const now = new Date()
    await tx
      .updateTable('users')
      .set({ email_verified_at: now })
      .where('id', '=', id)
      .where('email_verified_at', 'is', null)
      .execute()
    await updateCounted(tx, [id], now)
  })

export const modelSeed = () =>
  Number(process.env.MODEL_SEED ?? Math.floor(Math.random() * 1_000_000))
