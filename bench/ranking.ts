import { sql } from 'kysely'
import { loadCards } from '../features/items/cards.server.ts'
import { rankNearBy, rankTop, noFilters } from '../features/listings/ranking.server.ts'
import type { Database } from '../platform/server/services.ts'
import { densest } from './centres.ts'
import { measure, row } from './measure.ts'

type Options = {
  ranking: Database
  listing: Database
  database: Database
  items: number
  rounds: number
}

/** Measures what ranking and its cards cost in the database, without HTTP, and ranking once more after many votes. */
export async function benchRanking({ ranking: ranked, listing, database, items, rounds }: Options) {
  console.log(`\n${'ms'.padEnd(46)} ${'p50'.padStart(8)} ${'p99'.padStart(8)} ${'/s'.padStart(8)}`)

  const spot = (round: number) => ({
    latitude: densest.latitude + ((round * 7) % 100) / 2000 - 0.025,
    longitude: densest.longitude + ((round * 13) % 100) / 2000 - 0.025,
  })
  const near = (round: number, distanceMiles: number, tags: number[] = []) =>
    rankNearBy(
      ranked,
      { ...noFilters, categories: [3], point: spot(round), distanceMiles, tags },
      undefined,
    )
  const ranking = async (label: string) => {
    for (const miles of [20, 10, 5, 1])
      console.log(
        row(`${label}: ${miles} mi`, await measure(rounds, (round) => near(round, miles))),
      )
    console.log(
      row(
        `${label}: 20 mi, 3 common tags`,
        await measure(rounds, (round) => near(round, 20, [35, 36, 37])),
      ),
    )
    console.log(
      row(
        `${label}: 20 mi, the rarest tag`,
        await measure(rounds, (round) => near(round, 20, [44])),
      ),
    )
  }
  await ranking('rank')
  console.log(
    row(
      'top outside 20 mi',
      await measure(rounds, (round) =>
        rankTop(
          ranked,
          { ...noFilters, categories: [3], point: spot(round), distanceMiles: 20, tags: [] },
          undefined,
        ),
      ),
    ),
  )
  const ids = (await near(0, 20)).items.map(({ id }) => id)
  console.log(
    row('50 cards from their ids', await measure(rounds, () => loadCards(listing, ids, null))),
  )

  // Many votes without a VACUUM could make the planner choose another plan.
  await sql`alter table items set (autovacuum_enabled = off)`.execute(database)
  const churn = Math.min(67_000, Math.floor(items / 3))
  await sql`update items set vote_count = vote_count + 1 where id % ${Math.floor(items / churn)} = 0`.execute(
    database,
  )
  await ranking(`after ${churn} votes without VACUUM`)
  await sql`alter table items reset (autovacuum_enabled)`.execute(database)
  await sql`vacuum analyze items`.execute(database)
}
