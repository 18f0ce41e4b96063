import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { createApp } from '#app/app.ts'
import { openServices } from '#app/services.ts'
import { cardsOf } from '#features/items/cards.server.ts'
import { rankNearBy, rankTop } from '#features/listings/ranking.server.ts'
import { kysely } from '#platform/server/database.ts'
import { openLog } from '#platform/server/log.ts'
import { openSession } from '#platform/server/sessions.ts'
import { readSettings } from '#platform/server/settings.ts'
import { benchPeople } from './people.ts'
import { densest, fill } from './data.ts'
import { measure, row } from './measure.ts'

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '400' },
    people: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help) {
  console.log(
    'Usage: npm run bench -- [--items 200000] [--rounds 400]\n       npm run bench -- --people   (follows, notices and feeds instead)\n\nTimes in milliseconds; machines are noisy: compare within one run only.',
  )
  process.exit(0)
}
const items = Number(values.items)
const rounds = Number(values.rounds)
const stateDir = await mkdtemp(join(tmpdir(), 'yolo-bench-'))
const settings = readSettings({
  ...process.env,
  PORT: '0',
  STATE_DIR: stateDir,
  DEMO: '0',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
})
const log = openLog(settings.logLevel)
const { services, pool, url, close } = await openServices(settings, log)
const { listing } = services
// Without the server's time limits: filling and vacuuming take long.
const database = kysely(new pg.Pool({ connectionString: url, max: 2 }))
try {
  if (values.people) await benchPeople(services, database, pool)
  else await benchRanking()
} finally {
  await database.destroy()
  await close()
  await rm(stateDir, { recursive: true, force: true })
}

async function benchRanking() {
  const begun = performance.now()
  await fill(database, { items, restaurants: items / 10, cities: 300 })
  console.log(
    `${items} items at ${items / 10} restaurants in 300 cities, made in ${((performance.now() - begun) / 1000).toFixed(0)} s`,
  )
  console.log(`\n${'ms'.padEnd(46)} ${'p50'.padStart(8)} ${'p99'.padStart(8)} ${'/s'.padStart(8)}`)

  const spot = (round: number) => ({
    latitude: densest.latitude + ((round * 7) % 100) / 2000 - 0.025,
    longitude: densest.longitude + ((round * 13) % 100) / 2000 - 0.025,
  })
  const near = (round: number, distanceMiles: number, tags: number[] = []) =>
    rankNearBy(listing, { category: 3, point: spot(round), distanceMiles, tags }, undefined)
  const ranking = async (label: string) => {
    for (const miles of [20, 10, 5, 1])
      console.log(
        row(`${label}: ${miles} mi`, await measure(rounds, (round) => near(round, miles))),
      )
    console.log(
      row(
        `${label}: 20 mi, 3 common tags`,
        await measure(rounds, (round) => near(round, 20, [3, 4, 45])),
      ),
    )
    console.log(
      row(
        `${label}: 20 mi, a tag of one item in 1,000`,
        await measure(rounds, (round) => near(round, 20, [90])),
      ),
    )
  }
  await ranking('rank')
  console.log(
    row(
      'top outside 20 mi',
      await measure(rounds, (round) =>
        rankTop(
          listing,
          { category: 3, point: spot(round), distanceMiles: 20, tags: [] },
          undefined,
        ),
      ),
    ),
  )
  const { ids } = await near(0, 20)
  console.log(
    row('50 cards from their ids', await measure(rounds, () => cardsOf(listing, ids, null))),
  )

  // Votes without a VACUUM are what makes a planner change its mind.
  await sql`alter table items set (autovacuum_enabled = off)`.execute(database)
  const churn = Math.min(67_000, Math.floor(items / 3))
  await sql`update items set vote_count = vote_count + 1 where id % ${Math.floor(items / churn)} = 0`.execute(
    database,
  )
  await ranking(`after ${churn} votes without VACUUM`)
  await sql`alter table items reset (autovacuum_enabled)`.execute(database)
  await sql`vacuum analyze items`.execute(database)

  const app = await createApp(services, pool)
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.server.address() as { port: number }
  const origin = `http://127.0.0.1:${port}`
  const listed = (round: number) => {
    const { latitude, longitude } = spot(round)
    return fetch(
      `${origin}/api/yolos?category=3&latitude=${latitude.toFixed(3)}&longitude=${longitude.toFixed(3)}`,
    ).then((answer) => answer.text())
  }
  console.log(
    row('HTTP, 8 callers: listing, ever new points', await measure(rounds * 4, listed, 8)),
  )
  console.log(
    row('HTTP, 8 callers: listing, one question', await measure(rounds * 10, () => listed(0), 8)),
  )

  const tokens: string[] = []
  const members = await database.selectFrom('users').select('id').limit(200).execute()
  for (const { id } of members)
    tokens.push((await openSession(database, services.clock, id, { userAgent: 'bench' })).token)
  const upvote = (round: number, item: number) =>
    fetch(`${origin}/api/items/${item}/upvote`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${tokens[round % tokens.length]}` },
    }).then((answer) => answer.text())
  console.log(
    row(
      'HTTP, 8 callers: upvotes over many items',
      await measure(rounds * 5, (round) => upvote(round, 5_000 + round), 8),
    ),
  )
  console.log(
    row(
      'HTTP, 8 callers: upvotes of one item',
      await measure(tokens.length, (round) => upvote(round, 3), 8),
    ),
  )
  await app.server.close()
}
