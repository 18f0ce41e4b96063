import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadCards } from '#features/items/cards.server.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { until } from '#platform/testing/until.ts'
import { serializeCard, findStaleCards, createStoredCardReader } from './stored-cards.server.ts'

let app: TestApp
let cards: ReturnType<typeof createStoredCardReader>
let restaurant: { id: number }
let item: { id: number }
let by: Person

beforeAll(async () => {
  app = await testApp()
  cards = createStoredCardReader(app.services)
  restaurant = await app.restaurant()
  by = await app.member()
  item = await app.item({ restaurant: restaurant.id, category: 3, by: by.id })
}, 120_000)

const read = async (id = item.id) => (await cards([id])).get(id)?.toString()
const fresh = async (id = item.id) => {
  const [card] = await loadCards(app.database, [id], null)
  return card && serializeCard(card).toString()
}
const row = async (id = item.id) =>
  (
    await sql<{ version: number; body: string | null }>`
      select version, body from item_cards where item_id = ${id}`.execute(app.database)
  ).rows[0]!
/** Waits until the body, which is written in the background after a read, is stored. */
const stored = (id = item.id) =>
  until(async () => {
    expect(await read(id)).toBe(await fresh(id))
    return (await row(id)).body !== null
  }, 'Its body is not stored.')
const write = (statement: ReturnType<typeof sql>) => statement.execute(app.database)

/** Changes that affect what a card shows. */
const changes: [string, () => Promise<unknown>][] = [
  ['its name', () => write(sql`update items set name = 'Other' where id = ${item.id}`)],
  [
    'a description',
    () => write(sql`update yolos set description = 'New words' where item_id = ${item.id}`),
  ],
  [
    'a shown name',
    () => write(sql`update yolos set shown_name = 'Ann' where item_id = ${item.id}`),
  ],
  [
    'a text that is taken down',
    () => write(sql`update yolos set text_down = true where item_id = ${item.id}`),
  ],
  [
    'a text that is shown again',
    () => write(sql`update yolos set text_down = false where item_id = ${item.id}`),
  ],
  [
    'a tag',
    () =>
      write(sql`insert into yolo_tags (yolo_id, tag_id)
        select id, 36 from yolos where item_id = ${item.id} on conflict do nothing`),
  ],
  [
    'a tag taken off',
    () =>
      write(
        sql`delete from yolo_tags where yolo_id in (select id from yolos where item_id = ${item.id})`,
      ),
  ],
  [
    'its restaurant’s name',
    () => write(sql`update restaurants set name = 'Elsewhere' where id = ${restaurant.id}`),
  ],
  [
    'its restaurant’s price',
    () => write(sql`update restaurants set price_level = 4 where id = ${restaurant.id}`),
  ],
  [
    'its member’s name',
    () => write(sql`update users set user_name = 'Renamed' where id = ${by.id}`),
  ],
  [
    'its member’s address that is taken back',
    () => write(sql`update users set email_verified_at = null where id = ${by.id}`),
  ],
  [
    'its member’s verification',
    () => write(sql`update users set email_verified_at = now() where id = ${by.id}`),
  ],
  [
    'another favourite',
    async () => {
      const other = await app.member()
      await write(sql`insert into yolos (user_id, item_id, category_id, slot, description)
        values (${other.id}, ${item.id}, 3, 1, 'Second')`)
    },
  ],
  [
    'a favourite less',
    () =>
      write(
        sql`delete from yolos where id = (select max(id) from yolos where item_id = ${item.id})`,
      ),
  ],
]

describe('a stored card', () => {
  it.each(changes)('is written again after %s', async (_, change) => {
    await stored()
    const before = await row()
    await change()
    const after = await row()
    expect(after.body).toBeNull()
    expect(after.version).toBeGreaterThan(before.version)
    await stored()
  })

  it('stays as it is with a vote, whose count is shown at once', async () => {
    await stored()
    const before = await row()
    const voter = await app.member()
    const { status } = await app.post(`/api/items/${item.id}/upvote`, {}, { as: voter })
    expect(status).toBe(200)
    expect(await row()).toEqual(before)
    expect(await read()).toBe(await fresh())
    expect(await read()).toContain('"upvoteCount":')
  })

  it('goes with its item, and one that isn’t listed has none', async () => {
    const other = await app.item({ restaurant: restaurant.id, category: 3, by: by.id })
    await stored(other.id)
    await write(sql`update items set hidden_at = now() where id = ${other.id}`)
    expect(await read(other.id)).toBe(await fresh(other.id))
    expect(await read(other.id)).toContain('"gone":true')
    expect((await row(other.id)).body).toBeNull()
    await write(sql`delete from items where id = ${other.id}`)
    expect(await read(other.id)).toBeUndefined()
    expect(await row(other.id)).toBeUndefined()
  })

  it('isn’t written over a change that was under way while it was read', async () => {
    await write(sql`select forget_cards(array[${item.id}]::integer[])`)
    const client = new pg.Client({ connectionString: app.databaseUrl })
    await client.connect()
    try {
      await client.query('begin')
      await client.query('update yolos set description = $1 where item_id = $2', ['Late', item.id])
      // The card is read as it was, but not stored, because the other transaction has locked its row.
      for (let times = 0; times < 5; times++) expect(await read()).not.toContain('Late')
      await client.query('commit')
    } finally {
      await client.end()
    }
    expect((await row()).body).toBeNull()
    expect(await read()).toContain('Late')
    await stored()
  })

  it('written without triggers is read all the same, and kept from the second time on', async () => {
    await write(sql`delete from item_cards where item_id = ${item.id}`)
    await until(async () => {
      expect(await read()).toBe(await fresh())
      return (await row())?.body
    }, 'It has no row.')
  })

  it('of many items at once they are what a page would read', { tags: 'long' }, async () => {
    const many: number[] = []
    for (let n = 0; n < 40; n++) {
      const member = await app.member()
      many.push((await app.item({ restaurant: restaurant.id, category: 1, by: member.id })).id)
    }
    for (let round = 0; round < 2; round++) {
      const found = await cards(many)
      for (const card of await loadCards(app.database, many, null))
        expect(found.get(card.id)!.toString()).toBe(serializeCard(card).toString())
      await Promise.all(many.map((id) => stored(id)))
    }
    expect(await findStaleCards(app.database, 1_000)).toEqual([])
  })
})
