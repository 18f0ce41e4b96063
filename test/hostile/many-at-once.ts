import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { cellOf } from '#domain/position/distance.ts'
import type { Point } from '#domain/position/miles.ts'
import { onFileEnd } from '#platform/testing/afterwards.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { SiteProcess } from '#platform/testing/process.ts'
import { probedSite, type Work } from './held-up.ts'

const city = { latitude: 44.98, longitude: -93.27 }
const categories = Array.from({ length: 14 }, (_, n) => n + 1)
/** The category that has dishes in thousands of cells. */
const scattered = 8

/**
 * Inserts a restaurant at each point, and a dish of each category there. None is open today, and none has a price. The
 * triggers are left out, because with them this takes minutes.
 */
async function addDishes({ database }: TestApp, points: Point[], of: number[]) {
  const cells = points.map((point) => [cellOf(point, 5), cellOf(point, 7)].map(String))
  const day = new Date(Date.now() + 3 * 86_400_000).toLocaleDateString('en-US', { weekday: 'long' })
  await database.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    await sql`
      with place as (
        insert into restaurants (place_id, name, name_key, address, latitude, longitude, cell5, cell7,
                                 city_label, city_slug, time_zone, source, opening_hours)
        select gen_random_uuid(), 'Place', 'place', '1 Street', latitude, longitude, cell5, cell7,
               'City', 'city', 'America/Chicago', 'own',
               jsonb_build_array(jsonb_build_object(
                 'day', ${day}::text, 'openTime', '10:00',
                 'closeTime', to_char(interval '11:00' + n % 600 * interval '1 minute', 'HH24:MI')))
          from unnest(${points.map(({ latitude }) => latitude)}::float8[],
                      ${points.map(({ longitude }) => longitude)}::float8[],
                      ${cells.map(([five]) => five)}::bigint[], ${cells.map(([, seven]) => seven)}::bigint[])
               with ordinality as given (latitude, longitude, cell5, cell7, n)
        returning *)
      insert into items (restaurant_id, category_id, name, name_key, latitude, longitude, cell5,
                         yolo_count, open_minutes, time_zone)
      select id, category, 'Dish', 'dish', latitude, longitude, cell5, 1, open_minutes_of(opening_hours), time_zone
        from place cross join unnest(${of}::integer[]) as category`.execute(transaction)
  })
  await sql`analyze items`.execute(database)
}

/** Points within 13 miles of the city. */
const around = Array.from({ length: 2_000 }, (_, n) => ({
  latitude: city.latitude + ((n % 40) - 20) / 150,
  longitude: city.longitude + (Math.floor(n / 40) - 25) / 150,
}))
/** Points of which each is in another cell. */
const everywhere = Array.from({ length: 12_000 }, (_, n) => ({
  latitude: -20 + Math.floor(n / 150) / 2,
  longitude: -60 + (n % 150) / 2,
}))

let site: SiteProcess

const atOnce = (count: number, path: (nth: number) => string): Work => {
  return async (time) => {
    const paths = Array.from({ length: count }, (_, n) => path(time * count + n))
    const answers = await Promise.all(paths.map((one) => site.get(one)))
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
  }
}
/** A point in the middle of the dishes, which nobody asked for yet. */
const middle = (nth: number) =>
  `latitude=${city.latitude + (nth % 97) / 10_000}&longitude=${city.longitude}&distanceMiles=20`
const list = (filter: string) => (nth: number) =>
  `/api/yolos?category=${categories.join()}&${middle(nth)}&${filter}`
const anyCity = (nth: number) => `/api/places/cities?q=minnea${nth}`
/** It names no city, and there is hardly a word that no city's name begins with. */
const address = (nth: number) =>
  `90210 gros ca,90210 san antonio,ga, vi ${nth} main st, la λusa,,busb nu mo, suga un90210, 2, csan jose`

const kinds: Record<string, { work: Work; control: Work }> = {
  'lists of what is open, where nothing is': {
    work: atOnce(8, list('open=now')),
    control: atOnce(1, list('open=now')),
  },
  'lists of a price that no dish has': {
    work: atOnce(32, list('price=4')),
    control: atOnce(1, list('price=4')),
  },
  'lists of what is trending and open, where nothing is': {
    work: atOnce(8, list('open=now&sort=trending')),
    control: atOnce(1, list('open=now')),
  },
  'cities by addresses that name none': {
    work: atOnce(32, (nth) => `/api/places/cities?q=${encodeURIComponent(address(nth))}`),
    control: atOnce(1, anyCity),
  },
  'searches by addresses that name no city': {
    work: atOnce(32, (nth) => `/api/search?q=${encodeURIComponent(address(nth))}`),
    control: atOnce(1, anyCity),
  },
  'nearest cities among thousands of cells': {
    work: atOnce(16, (nth) => `/api/listings/nearest-city?category=${scattered}&${middle(nth)}`),
    control: atOnce(1, anyCity),
  },
}

/** Tries questions, many at once, that are each allowed and take a few milliseconds of the thread. */
export function tryManyAtOnce(
  judge: (site: SiteProcess, work: Work, control: Work) => Promise<void>,
) {
  beforeAll(async () => {
    const app = await testApp()
    await addDishes(app, around, categories)
    await addDishes(app, everywhere, [scattered])
    site = await probedSite(app)
    onFileEnd(() => site.end('SIGTERM'))
  }, 180_000)

  it.each(Object.entries(kinds))(
    '%s: nobody is held up',
    { timeout: 120_000 },
    (_, { work, control }) => judge(site, work, control),
  )
}
