import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createApp } from '#app/app.ts'
import { open } from '#app/services.ts'
import { fold } from '#features/places/fold.ts'
import { gazetteer } from '#features/places/gazetteer/gazetteer.server.ts'
import { openLog } from '#platform/server/log.ts'
import { readSettings } from '#platform/server/settings.ts'
import { cityClasses, classes, type Place, random, someplaces } from './classes.ts'
import { relevanceGround } from './ground.ts'
import { places, queries, type Query } from './queries.data.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: join(tmpdir(), 'yolo-relevance') },
    only: { type: 'string', default: '' },
    wrong: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
})
const shared = process.env['REAL_DATA']
if (values.help || !shared) {
  console.log(`Usage: REAL_DATA=<folder> npm run relevance -- [--data <folder>] [--only queries|classes] [--wrong]

How well the search answers, asked over HTTP of the shared data: nDCG@5 and the share that is right at 1 of the
written queries, and how often a real place is found whose name is spoilt in one way (of 120 each).
--data   keeps the data in this folder    --wrong   names each that is not right`)
  process.exit(values.help ? 0 : 2)
}

const ground = await relevanceGround(values.data, shared)
const settings = readSettings({
  ...process.env,
  PORT: '0',
  STATE_DIR: values.data,
  DEMO: '0',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
})
const { services, close } = open(ground.url, settings, openLog('error'), async () => {})
const app = await createApp(services)
await app.server.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.server.address() as { port: number }

type Row = { id: number | string; name: string }
type Answer = Record<Query['kind'], Row[]>
type Point = { latitude: number; longitude: number }

async function ask(path: string, query: Record<string, string | number>) {
  const asked = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, `${value}`]))
  const answer = await fetch(`http://127.0.0.1:${port}/api/${path}?${asked}`)
  if (!answer.ok) throw new Error(`${asked}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
const searched = (q: string, near?: Point) =>
  ask('search', { q: q.slice(0, 100), ...near }) as Promise<Answer>

/** Places tried of each class. */
const wanted = 120

try {
  if (values.only !== 'classes') await tellQueries()
  if (values.only !== 'queries') await tellClasses()
} finally {
  await app.server.close()
  await close()
  await ground.close()
}

/** 3 for the first name that is meant, 2 for the second, 1 for the others; nothing else is right. */
function grade({ names }: Query, name: string): number {
  const at = names.findIndex((wanted) =>
    typeof wanted === 'string' ? fold(wanted) === fold(name) : wanted.test(name),
  )
  return at === -1 ? 0 : Math.max(1, 3 - at)
}

function gain(grades: number[]) {
  return grades.slice(0, 5).reduce((sum, one, at) => sum + (2 ** one - 1) / Math.log2(at + 2), 0)
}

async function tellQueries() {
  const told = new Map<string, { count: number; right: number; ndcg: number }>()
  for (const query of queries) {
    const rows = (await searched(query.q, query.near && places[query.near]))[query.kind]
    const grades = rows.map(({ name }) => grade(query, name))
    // Of the ideal list only one row is sure: there may be one place of that name alone.
    const ideal = gain([
      3,
      ...grades
        .slice(0, 5)
        .sort((a, b) => b - a)
        .slice(1),
    ])
    const isRight = grades[0] === 3
    if (values.wrong && !isRight)
      console.log(
        `  ${query.about}: ${query.q} → ${
          rows
            .slice(0, 3)
            .map(({ name }) => name)
            .join(' | ') || 'nothing'
        }`,
      )
    for (const about of [query.about, 'all']) {
      const sum = told.get(about) ?? { count: 0, right: 0, ndcg: 0 }
      told.set(about, {
        count: sum.count + 1,
        right: sum.right + Number(isRight),
        ndcg: sum.ndcg + gain(grades) / ideal,
      })
    }
  }
  console.log(`\n${'queries'.padEnd(24)}    n  right at 1   nDCG@5`)
  for (const [about, { count, right, ndcg }] of told)
    console.log(
      `${about.padEnd(24)} ${String(count).padStart(4)} ${`${((100 * right) / count).toFixed(0)} %`.padStart(11)} ${(ndcg / count).toFixed(3).padStart(8)}`,
    )
}

async function tellClasses() {
  const some = await someplaces(ground.database, 12_000)
  console.log(`\n${'found in the list'.padEnd(24)}    n   search  suggestions`)
  for (const [about, spoil] of Object.entries(classes)) {
    const draw = random()
    const asked = some.flatMap((place) => {
      const q = spoil(place, draw)
      return q === null ? [] : [{ place, q }]
    })
    let [search, suggest] = [0, 0]
    const now = asked.slice(0, wanted)
    for (const { place, q } of now) {
      // About a mile off, as one who stands round the corner.
      const near = {
        latitude: Number((place.latitude + 0.01).toFixed(4)),
        longitude: Number((place.longitude + 0.01).toFixed(4)),
      }
      const found = isFound(place, (await searched(q, near)).restaurants)
      search += Number(found)
      const suggested = (await ask('places/restaurants', {
        q: q.slice(0, 100),
        ...near,
      })) as (Row & {
        restaurantId: number
      })[]
      suggest += Number(
        isFound(
          place,
          suggested.map(({ restaurantId, name }) => ({ id: restaurantId, name })),
        ),
      )
      if (values.wrong && !found) console.log(`  ${about}: ${q} (${place.name}, ${place.address})`)
    }
    tell(about, now.length, [search, suggest])
  }
  const cities = await gazetteer(values.data)
  const large = (
    await ground.database
      .selectFrom('restaurants')
      .select('city_slug')
      .distinct()
      .orderBy('city_slug')
      .execute()
  )
    .flatMap(({ city_slug }) => cities.cityBySlug(city_slug) ?? [])
    .filter(({ population }) => population > 150_000)
  for (const [about, spoil] of Object.entries(cityClasses)) {
    const draw = random()
    const asked = large
      .flatMap((city) => {
        const q = spoil(city.name.split(',')[0]!, draw)
        return q === null ? [] : [{ city, q }]
      })
      .slice(0, wanted)
    let [search, suggest] = [0, 0]
    for (const { city, q } of asked) {
      const isIt = ({ name }: Row) => name === city.name
      const found = (await searched(q)).cities.some(isIt)
      search += Number(found)
      suggest += Number(((await ask('places/cities', { q })) as Row[]).some(isIt))
      if (values.wrong && !found) console.log(`  ${about}: ${q} (${city.name})`)
    }
    tell(about, asked.length, [search, suggest])
  }
}

/** Itself, or where the list is full of its name, one of that name. */
function isFound({ id, name }: Place, rows: { id: number | string; name: string }[]) {
  return (
    rows.some((row) => row.id === id) ||
    (rows.length === 8 && rows.every((row) => fold(row.name) === fold(name)))
  )
}

function tell(about: string, count: number, shares: number[]) {
  const cells = shares.map((one) => `${((100 * one) / count).toFixed(0)} %`.padStart(9))
  console.log(`${about.padEnd(24)} ${String(count).padStart(4)}${cells.join('')}`)
}
