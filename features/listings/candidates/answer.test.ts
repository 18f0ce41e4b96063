import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { cellOf } from '#domain/position/distance.ts'
import { milesBetween, type Point } from '#domain/position/miles.ts'
import { compactCard } from '#features/items/listed-card.ts'
import { loadCards } from '#features/items/cards.server.ts'
import { allVariants } from '#platform/testing/all-variants.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { megabytesToBytes } from '#platform/server/cache.ts'
import { rankNearBy, rankTop, noFilters } from '../ranking.server.ts'
import { createListingService, type ListingPageQuery } from './answer.server.ts'
import { deleteOldChanges, changeRetention } from './changes.server.ts'

const rounds = allVariants ? 120 : 40
const category = 3
const other = 5
const tags = [35, 36, 37, 40]
const centre = { latitude: 44.977753, longitude: -93.265015 }

let app: TestApp
let random: () => number
const int = (below: number) => Math.floor(random() * below)
const pick = <T>(list: readonly T[]): T => list[int(list.length)]!
/** mulberry32: a random generator that returns the same sequence for the same seed. */
function generator(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let next = Math.imul(state ^ (state >>> 15), 1 | state)
    next = (next + Math.imul(next ^ (next >>> 7), 61 | next)) ^ next
    return ((next ^ (next >>> 14)) >>> 0) / 2 ** 32
  }
}
const around = (miles: number): Point => ({
  latitude: centre.latitude + ((random() - 0.5) * miles) / 35,
  longitude: centre.longitude + ((random() - 0.5) * miles) / 25,
})

const items: number[] = []
const restaurants: number[] = []
const voters: number[] = []

beforeAll(async () => {
  app = await testApp()
  random = generator(11)
  for (let n = 0; n < 30; n++) {
    const place = await app.restaurant(
      n % 10 === 0 ? { latitude: 34.05, longitude: -118.24 } : around(50),
    )
    restaurants.push(place.id)
    await run(
      sql`update restaurants set price_level = ${1 + int(4)}, opening_hours = ${hours()} where id = ${place.id}`,
    )
    for (let of = 0; of < 4; of++) {
      const { id: by } = await app.member()
      voters.push(by)
      const { id } = await app.item({
        restaurant: place.id,
        category: of < 3 ? category : other,
        by,
        upvotes: int(4),
        tags: of < 3 ? tags.filter(() => random() < 0.3) : [],
        createdAt: new Date((random() < 0.5 ? 1_750_000_000_000 : Date.now()) - int(3) * 1000),
      })
      items.push(id)
    }
  }
})

const run = (statement: ReturnType<typeof sql>) => statement.execute(app.database)

const clockOf = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
const hours = () =>
  random() < 0.2
    ? null
    : JSON.stringify(
        ['Monday', 'Wednesday', 'Saturday', 'Sunday'].map((day) => ({
          day,
          openTime: clockOf(int(1440)),
          closeTime: clockOf(int(1441)),
          closed: random() < 0.2,
        })),
      )

/** Changes by members, admins and imports that affect lists. */
const changes: (() => Promise<unknown>)[] = [
  () =>
    run(
      sql`insert into votes (item_id, user_id) values (${pick(items)}, ${pick(voters)}) on conflict do nothing`,
    ),
  () => run(sql`delete from votes where item_id = ${pick(items)}`),
  () => run(sql`update items set adjustment = ${int(6)} where id = ${pick(items)}`),
  () =>
    run(
      sql`update items set hidden_at = case when hidden_at is null then now() end where id = ${pick(items)}`,
    ),
  () => run(sql`update items set name = name || '!' where id = ${pick(items)}`),
  () => run(sql`update restaurants set name = name || '?' where id = ${pick(restaurants)}`),
  () =>
    run(
      sql`update restaurants set price_level = ${pick([null, 1, 2, 3, 4])} where id = ${pick(restaurants)}`,
    ),
  () => run(sql`update restaurants set opening_hours = ${hours()} where id = ${pick(restaurants)}`),
  () =>
    run(
      sql`update restaurants set time_zone = ${pick(['Asia/Kathmandu', 'America/Chicago'])} where id = ${pick(restaurants)}`,
    ),
  () =>
    run(
      sql`update yolos set description = description || 'é' where item_id = ${pick(items)} and char_length(description) < 290`,
    ),
  () => run(sql`update users set user_name = user_name || 'x' where id = ${pick(voters)}`),
  () =>
    run(
      sql`update users set disabled_at = case when disabled_at is null then now() end where id = ${pick(voters)}`,
    ),
  () =>
    run(
      sql`delete from yolo_tags where yolo_id in (select id from yolos where item_id = ${pick(items)})`,
    ),
  () =>
    run(sql`
    insert into yolo_tags select min(id), ${pick(tags)} from yolos
     where item_id = ${pick(items)} and category_id = ${category} having count(*) > 0
    on conflict do nothing`),
  () => run(sql`delete from yolos where item_id = ${pick(items)}`),
  () =>
    run(sql`
    insert into yolos (user_id, item_id, category_id, slot, created_at)
    select ${pick(voters)}, id, category_id, 2, now() from items where id = ${pick(items)}
    on conflict do nothing`),
  async () => {
    const to = around(50)
    await run(sql`
      update restaurants set latitude = ${to.latitude}, longitude = ${to.longitude},
             cell5 = ${cellOf(to, 5)}, cell7 = ${cellOf(to, 7)} where id = ${pick(restaurants)}`)
  },
]

/** Returns the expected answer, as the database alone ranks it. */
async function expected({ list, cursor, ...question }: ListingPageQuery) {
  const { ranking, listing } = app.services
  const { point } = question
  const near =
    point && list !== 'top' ? await rankNearBy(ranking, { ...question, point }, cursor) : null
  const top = list !== 'nearBy' ? await rankTop(ranking, question, cursor) : null
  const milesTo = point && ((to: Point) => milesBetween(point, to))
  const cards = async (page: typeof near) => {
    const ids = (page?.items ?? []).map(({ id }) => id)
    return (await loadCards(listing, ids, milesTo)).map(compactCard)
  }
  return {
    nearBy: await cards(near),
    top: await cards(top),
    more: [near?.cursor != null, top?.cursor != null],
  }
}

const question = (): ListingPageQuery => ({
  categories: random() < 0.6 ? [category] : [category, other],
  point: random() < 0.9 ? around(20) : null,
  distanceMiles: pick([20, 10, 5, 1]),
  tags: random() < 0.5 ? [] : [...new Set([pick(tags), pick(tags)])],
  prices: random() < 0.6 ? [] : pick([[1], [2, 3], [4]]),
  openAt: random() < 0.6 ? null : monday + int(7 * 24 * 60) * 60_000,
  order: random() < 0.6 ? 'best' : 'trending',
})
const monday = Date.UTC(2026, 10, 2)

type Answer = Awaited<ReturnType<typeof expected>> & {
  nearByCursor: string | null
  topCursor: string | null
}

const memories = {
  'with room for all': { bytes: megabytesToBytes(8) },
  'with lists cut short': { bytes: megabytesToBytes(8), longest: { cell: 6, top: 60 } },
  'with hardly any room': { bytes: 3_000 },
}

describe.each(Object.entries(memories))('answers from memory, %s', (_, memory) => {
  it('are those of the database, page after page, whatever changes in between', async () => {
    const answers = createListingService(app.services, memory)
    random = generator(23)
    let pages = 0
    for (let round = 0; round < rounds; round++) {
      for (let n = int(4); n > 0; n--) await pick(changes)()
      let asked: ListingPageQuery | null = question()
      for (let page = 0; asked && page < 3; page++) {
        const { nearByCursor, topCursor, ...cards }: Answer = JSON.parse(
          (await answers.json(asked, 0)).toString(),
        )
        expect({ ...cards, more: [nearByCursor !== null, topCursor !== null] }).toEqual(
          await expected(asked),
        )
        pages++
        const more = topCursor
          ? { list: 'top' as const, cursor: topCursor }
          : nearByCursor && { list: 'nearBy' as const, cursor: nearByCursor }
        asked = more ? { ...asked, ...more } : null
      }
    }
    expect(pages).toBeGreaterThan(rounds / 2)
  }, 120_000)
})

it('a change that is committed late, or during a read, is not missed', async () => {
  const answers = createListingService(app.services, memories['with room for all'])
  const asked: ListingPageQuery = {
    ...noFilters,
    categories: [category],
    point: centre,
    distanceMiles: 20,
    tags: [],
  }
  const names = async (age = 0) =>
    (JSON.parse((await answers.json(asked, age)).toString()) as Answer).nearBy.map(
      ({ name }) => name,
    )
  const [first] = await names()
  const item = (
    await sql<{ id: number }>`select id from items where name = ${first}`.execute(app.database)
  ).rows[0]!.id
  const late = await app.services.connect()
  await late.query('begin')
  await late.query(`update items set name = 'Late' where id = ${item}`)
  // Other transactions commit meanwhile, and their changes are seen.
  const others = items.filter((id) => id !== item)
  for (let n = 0; n < 3; n++) {
    await run(sql`update items set adjustment = ${n} where id = ${pick(others)}`)
    expect(await names()).not.toContain('Late')
  }
  await late.query('commit')
  expect(await names()).toContain('Late')
  await late.end()

  for (let n = 0; n < 20; n++) {
    const fresh = createListingService(app.services, memories['with room for all'])
    const read = fresh.json(asked, 0)
    await sql`update items set name = ${`While read ${n}`} where id = ${item}`.execute(app.database)
    await read
    const page = JSON.parse((await fresh.json(asked, 0)).toString()) as Answer
    expect(page.nearBy.map(({ name }) => name)).toContain(`While read ${n}`)
  }
})

it('old changes are deleted once all have seen them, and what missed some starts over', async () => {
  const answers = createListingService(app.services, memories['with room for all'])
  const asked: ListingPageQuery = {
    ...noFilters,
    categories: [category],
    point: centre,
    distanceMiles: 20,
    tags: [],
  }
  await answers.json(asked, 0)
  const rows = async () =>
    Number(
      (await sql<{ count: string }>`select count(*) from item_changes`.execute(app.database))
        .rows[0]!.count,
    )
  await deleteOldChanges(app.database)
  expect(await rows()).toBeGreaterThan(0)
  const later = () =>
    sql`update item_change_horizons set at = at - make_interval(secs => ${changeRetention / 1000 + 1})`.execute(
      app.database,
    )
  // Polls until all older transactions on this server, including those of other tests, have ended.
  const gone = async () => {
    await later()
    await deleteOldChanges(app.database)
    return rows()
  }
  await expect.poll(gone, { timeout: 30_000 }).toBe(0)
  await sql`update items set name = 'Young' where id = ${items[1]}`.execute(app.database)
  await deleteOldChanges(app.database)
  expect(await rows()).toBe(1)
})
