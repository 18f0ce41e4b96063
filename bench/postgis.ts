// Compares the ranking with PostGIS's ST_DWithin and the same order, in the densest city:
// `DATABASE_URL=<an empty database, which is filled> node bench/postgis.ts [1000000]`.
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import pg from 'pg'
import { rankOrderSql } from '../domain/ranking.ts'
import { rankNearBy } from '../features/listings/ranking.server.ts'
import * as databases from '../platform/server/database/database.ts'
import { startSite } from '../platform/testing/process.ts'
import { fill, randomBySeed } from './fill.ts'

const url = process.env['DATABASE_URL'] ?? ''
const open = (settings?: string) =>
  databases.createDatabase(new pg.Pool({ ...databases.connectionTo(url, settings), max: 1 }))
const [database, ranking] = [open(), open(databases.rankingPlannerSettings)]
const offered = sql`select from pg_available_extensions where name = 'postgis'`
if (!url || (await offered.execute(database)).rows.length === 0) {
  console.log('Skipped: DATABASE_URL names no PostgreSQL that has PostGIS.')
  process.exit()
}
// The site migrates the database and adds the cities.
await (await startSite({ STATE_DIR: tmpdir(), DATABASE_URL: url })).end('SIGTERM')
const { cities } = await fill(database, Number(process.argv[2] ?? 1_000_000), 42, false)
for (const change of [
  'create extension postgis',
  'create extension btree_gist',
  'alter table items add point geography generated always as (st_makepoint(longitude, latitude)::geography) stored',
  'create index on items using gist (category_id, point) where listed',
  'vacuum analyze items',
])
  await sql.raw(change).execute(database)

const random = randomBySeed(42)
const times: [ours: number[], theirs: number[]] = [[], []]
const filters = { tags: [], prices: [], openAt: null, trendingSince: null, distanceMiles: 20 }
let same = 0
for (let n = 0; n < 300; n++) {
  const [latitude, longitude] = [cities[0]!.latitude, cities[0]!.longitude + random() * 0.1]
  const question = { ...filters, point: { latitude, longitude }, categories: [1 + (n % 14)] }
  const begun = performance.now()
  const { items } = await rankNearBy(ranking, question)
  const between = performance.now()
  const { rows } = await sql<{ id: number }>`
    select id from items where listed and category_id = ${1 + (n % 14)}::smallint
       and st_dwithin(point, st_makepoint(${longitude}, ${latitude})::geography, ${20 * 1609.344}, false)
     order by ${rankOrderSql} limit 21`.execute(database)
  times[0].push(between - begun)
  times[1].push(performance.now() - between)
  same += Number(items.every(({ id }, place) => rows[place]?.id === id))
}
const [ours, theirs] = times.map((all) => all.sort((a, b) => a - b)[all.length / 2]!) as [
  number,
  number,
]
console.log(
  `${same} of 300 answers are the same. Ours take ${ours.toFixed(1)} ms, PostGIS's ${theirs.toFixed(1)} ms:`,
)
console.log(`ours are ${(theirs / ours).toFixed(1)} times as fast`)
await Promise.all([database.destroy(), ranking.destroy()])
