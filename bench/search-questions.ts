// Asks the built site's search 100 questions of each kind about real places: `REAL_DATA=<folder> npm run bench:search`.
// Right is an answer whose first name is the place's, or reads the same in Latin letters; of several such places any is
// right. With `--only dishes` it is the first dish's restaurant. Compare the times with those of a constant answer.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import anyAscii from 'any-ascii'
import { sql } from 'kysely'
import { rebuildVocabulary } from '../domain/search-vocabulary.ts'
import { foldText } from '../domain/fold.ts'
import { importPlaces } from '../features/places/import/import.server.ts'
import { realFile } from '../features/places/import/real-data.testing.ts'
import type { Database } from '../platform/server/services.ts'
import { startSite } from '../platform/testing/process.ts'
import { databaseIn, randomBySeed } from './fill.ts'

const { seed = '42', only = 'restaurants' } = parseArgs({
  options: { seed: { type: 'string' }, only: { type: 'string' } },
}).values
const folder = process.env['STATE_DIR'] ?? mkdtempSync(join(tmpdir(), 'yolo-search-'))
const random = randomBySeed(Number(seed))
const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
type Answer = { time: number; isRight?: boolean }
const inLatin = (name: string) => foldText(anyAscii(name))

const site = await startSite({ STATE_DIR: folder })
const constant = fork(new URL('constant.ts', import.meta.url))
try {
  const database = databaseIn(folder)
  const query = database.selectFrom('restaurants').selectAll().orderBy('id')
  if (!(await query.executeTakeFirst())) await fill(database)
  const restaurants = await query.execute()
  await database.destroy()
  const places = restaurants.filter(({ source }) => source !== 'bench')
  const names = [...new Set(restaurants.map((row) => row.name_key))]

  /** Replaces letters within a name, not the first and the last two of a word. */
  const misspell = (name: string, count: number, change: (letters: string) => string) => {
    const spots = [...name.matchAll(/(?<=\p{L})\p{L}(?=\p{L}{2})/gu)].map(({ index }) => index)
    const at = pick(spots)
    const q = name.slice(0, at) + change(name.slice(at, at + count)) + name.slice(at + count)
    return at === undefined || name.length < 6 || foldText(q) === foldText(name) ? null : q
  }
  /** How each kind of question is made of a name; null if it can't be, as of a half with which other names begin. */
  const kinds: Record<string, (name: string, town: string | null) => string | null> = {
    exact: (name) => name,
    'without accents': (name) => (/[À-ɏ]/.test(name) ? foldText(name) : null),
    'half a name'(name) {
      const length = Math.max(5, Math.ceil(name.length / 2))
      const half = foldText(name).slice(0, length).trim()
      return names.filter((other) => other.startsWith(half)).length === 1 ? half : null
    },
    'name and city': (name, town) => town && `${name} ${town}`,
    'in Latin letters': (name) => (/[Ͱ-῿⺀-힣]/.test(name) ? anyAscii(name) : null),
    'a wrong letter': (name) => misspell(name, 1, () => pick([...'abcdefghijklmnopqrstuvwxyz'])),
    'a missing letter': (name) => misspell(name, 1, () => ''),
    'two letters swapped': (name) => misspell(name, 2, ([a, b]) => `${b}${a}`),
  }

  const [port] = (await once(constant, 'message')) as [number]
  const controls = await Array.fromAsync({ length: 1000 }, () => timed(`http://127.0.0.1:${port}`))
  report('a constant answer', controls)
  for (const [kind, questionOf] of Object.entries({ 'to warm up': kinds['exact']!, ...kinds })) {
    const answers: Answer[] = []
    while (answers.length < (kind === 'to warm up' ? 2000 : 100)) {
      const { name, town } = pick(places)
      const q = questionOf(name, town)?.slice(0, 100)
      if (!q || foldText(name).length < 3) continue
      const query = new URLSearchParams({ q, kinds: only })
      const { text, time } = await timed(`${site.origin}/api/search?${query}`)
      const first = JSON.parse(text)[only][0]?.[only === 'dishes' ? 'restaurantName' : 'name'] ?? ''
      answers.push({ time, isRight: [foldText, inLatin].some((as) => as(first) === as(name)) })
    }
    report(kind, answers)
  }
} finally {
  constant.kill()
  await site.end('SIGTERM')
  if (!process.env['STATE_DIR']) rmSync(folder, { recursive: true, force: true })
}

/** Adds the file's places, makes 100,000 of them by others with words of two, and adds a dish to each. */
async function fill(database: Database) {
  const world = realFile('osm', 'places-world-2022.geojson.gz')
  await importPlaces(database, world, { allAreRestaurants: true })
  const { menuItems } = JSON.parse(readFileSync(realFile('dishes', 'menu-items.json'), 'utf8'))
  await sql`
    insert into restaurants (place_id, name, name_key, address, latitude, longitude, cell5, cell7, city_label, city_slug,
                             time_zone, source)
    select 'bench-' || a.id, given.name, search_fold(given.name), a.address, a.latitude, a.longitude, a.cell5, a.cell7,
           a.city_label, a.city_slug, a.time_zone, 'bench'
      from restaurants a join restaurants b on b.id = 1 + a.id::bigint * 7919 % 54000
     cross join lateral (select split_part(a.name, ' ', 1) || ' ' || regexp_replace(b.name, '^.* ', '') as name) given
     limit 100000 - (select count(*) from restaurants)`.execute(database)
  await sql`
    insert into items (restaurant_id, category_id, name, name_key, latitude, longitude, cell5, yolo_count)
    select r.id, 1 + r.id % 14, dish, search_fold(dish), r.latitude, r.longitude, r.cell5, 1 from restaurants r
     cross join lateral (select (${menuItems}::text[])[1 + r.id % ${menuItems.length}] as dish) dishes`.execute(
    database,
  )
  await sql`select write_item_words(array(select id from items))`.execute(database)
  await rebuildVocabulary(database)
  await sql`vacuum analyze`.execute(database)
}

async function timed(url: string) {
  const start = performance.now()
  const text = await (await fetch(url)).text()
  return { text, time: performance.now() - start }
}

function report(kind: string, answers: Answer[]) {
  const right = answers.filter(({ isRight }) => isRight).length
  const times = answers.map(({ time }) => time).toSorted((a, b) => a - b)
  const at = (share: number) => `${times[Math.ceil(times.length * share) - 1]!.toFixed(1)} ms`
  console.log(`${kind.padEnd(24)} ${right} right, p50 ${at(0.5)}, p99 ${at(0.99)}`)
}
