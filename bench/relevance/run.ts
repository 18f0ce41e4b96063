import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createApp } from '../../app/app.ts'
import { connectServices } from '../../app/services.ts'
import { milesBetween, type Point } from '../../domain/position/miles.ts'
import { foldText } from '../../features/places/fold.ts'
import { loadGazetteer } from '../../features/places/gazetteer/gazetteer.server.ts'
import { openLog } from '../../platform/server/log.ts'
import { readSettings } from '../../platform/server/settings.ts'
import { cityClasses, classes, farClasses, type Place, random, someplaces } from './classes.ts'
import { relevanceGround } from './ground.ts'
import { places, queries, type Query } from './queries.data.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: join(tmpdir(), 'yolo-relevance') },
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '' },
    class: { type: 'string', default: '' },
    wrong: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
})
const shared = process.env['REAL_DATA']
if (values.help || !shared) {
  console.log(`Usage: REAL_DATA=<folder> npm run relevance -- [--data <folder>] [--only queries|classes] [--class <words>] [--seed <word>] [--wrong]

How well the search answers, asked over HTTP of the shared data: nDCG@5 and the share that is right at 1 of the
written queries, and how often a real place is found whose name is spoilt in one way (of 120 each).
--data   keeps the data in this folder    --wrong   names each that is not right
--seed   draws other places by chance     --class   only classes whose name has these words`)
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
const { services, close } = connectServices(ground.url, settings, openLog('error'), async () => {})
const app = await createApp(services)
await app.server.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.server.address() as { port: number }

type Row = { id: number | string; name: string }
type Answer = Record<Exclude<Query['kind'], 'restaurants'>, Row[]> & { restaurants: Found[] }

async function ask(path: string, query: Record<string, string | number>) {
  const asked = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, `${value}`]))
  const answer = await fetch(`http://127.0.0.1:${port}/api/${path}?${asked}`)
  if (!answer.ok) throw new Error(`${asked}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
const searched = (q: string, near?: Point) =>
  ask('search', { q: q.slice(0, 100), ...near }) as Promise<Answer>

/** Number of places to try in each class. */
const wanted = 120

try {
  if (values.only !== 'classes') await tellQueries()
  if (values.only !== 'queries') await tellClasses()
} finally {
  await app.server.close()
  await close()
  await ground.close()
}

/**
 * Returns 3 for the first of the names that are right, 2 for the second, 1 for the others, and 0 for any other name.
 */
function grade({ names }: Query, name: string): number {
  const at = names.findIndex((wanted) =>
    typeof wanted === 'string' ? foldText(wanted) === foldText(name) : wanted.test(name),
  )
  return at === -1 ? 0 : Math.max(1, 3 - at)
}

function gain(grades: number[]) {
  return grades.slice(0, 5).reduce((sum, one, at) => sum + (2 ** one - 1) / Math.log2(at + 2), 0)
}

async function tellQueries() {
  const told = new Map<string, { count: number; right: number; ndcg: number }>()
  for (const query of queries) {
    const answer = await searched(query.q, query.near && places[query.near])
    const rows: Row[] = answer[query.kind]
    const grades = rows.map(({ name }) => grade(query, name))
    // The ideal list has one best row, and then the best of the other rows found, because there may be only one place
    // of that name.
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
  const some = await someplaces(ground.database, values.seed)
  console.log(
    `\n${'found in the list'.padEnd(24)}    n   search    first  suggested    p50    p99  (ms)`,
  )
  const isAsked = ([about]: [string, unknown]) => about.includes(values.class)
  for (const [about, spoil] of Object.entries(classes).filter(isAsked))
    // Search from about a mile away, as someone nearby would.
    await tellClass(about, some, spoil, ({ latitude, longitude }) => ({
      latitude: Number((latitude + 0.01).toFixed(4)),
      longitude: Number((longitude + 0.01).toFixed(4)),
    }))
  const { london, newYork } = places
  for (const [about, spoil] of Object.entries(farClasses).filter(isAsked))
    await tellClass(`from afar: ${about}`, some, spoil, (place) =>
      milesBetween(place, london) > 200 ? london : newYork,
    )
  await tellCities()
}

async function tellClass(
  about: string,
  some: Place[],
  spoil: (typeof classes)[string],
  nearOf: (place: Place) => Point,
) {
  const draw = random()
  const asked: { place: Place; q: string }[] = []
  for (const place of some) {
    const q = asked.length < wanted ? spoil(place, draw)?.slice(0, 100) : null
    if (q) asked.push({ place, q })
  }
  let [search, first, suggest] = [0, 0, 0]
  const times: number[] = []
  for (const { place, q } of asked) {
    const near = nearOf(place)
    const since = performance.now()
    const found = (await searched(q, near)).restaurants
    times.push(performance.now() - since)
    search += Number(isFound(place, found, near))
    first += Number(isFound(place, found.slice(0, 1), near))
    const suggested = (await ask('places/restaurants', { q, ...near })) as (Found & {
      restaurantId: number
    })[]
    suggest += Number(
      isFound(
        place,
        suggested.map((row) => ({ ...row, id: row.restaurantId })),
        near,
      ),
    )
    if (values.wrong && !isFound(place, found, near))
      console.log(`  ${about}: ${q} (${place.name}, ${place.address}, ${place.cityName})`)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)]!
  tell(about, asked.length, [search, first, suggest], [at(0.5), at(0.99)])
}

async function tellCities() {
  const cities = await loadGazetteer(values.data)
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
    if (!about.includes(values.class)) continue
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
    tell(about, asked.length, [search, suggest], [])
  }
}

type Found = Point & { id: number | string; name: string }

/**
 * Returns whether the list contains the place or one of the same name within 20 miles of it. If the place is near the
 * searcher, a full list of places of that name is right too.
 */
function isFound(place: Place, rows: Found[], near: Point) {
  const isSo = ({ name }: Found) => foldText(name) === foldText(place.name)
  const isFar = milesBetween(near, place) > 50
  return (
    rows.some((row) => row.id === place.id || (isSo(row) && milesBetween(row, place) < 20)) ||
    (!isFar && rows.length === 8 && rows.every(isSo))
  )
}

function tell(about: string, count: number, shares: number[], times: number[]) {
  const cells = shares.map((one) => `${((100 * one) / count).toFixed(0)} %`.padStart(9))
  const ms = times.map((one) => one.toFixed(0).padStart(7))
  console.log(`${about.padEnd(24)} ${String(count).padStart(4)}${cells.join('')}    ${ms.join('')}`)
}
