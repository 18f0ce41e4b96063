import { sql } from 'kysely'
import type { Card } from '#features/items/contract.ts'
import { loadCards, confirmedAtSql } from '#features/items/cards.server.ts'
import { compactCard } from '#features/items/listed-card.ts'
import { preparedStatementComment } from '#platform/server/database/database.ts'
import type { Database, Services } from '#platform/server/services.ts'

type Counts = Pick<Card, 'id' | 'upvoteCount' | 'confirmedAt'>
type Row = Counts & { version: number | null; body: string | null }
type Made = { version: number | null; body: string }

/**
 * Returns a visitor's card as JSON without its opening brace, its id, its distance and the fields that votes and
 * confirmations change.
 */
const bodyOf = (card: Card): string =>
  JSON.stringify({
    ...compactCard(card),
    id: undefined,
    upvoteCount: undefined,
    confirmedAt: undefined,
    distanceMiles: undefined,
  }).slice(1)

function join({ id, upvoteCount, confirmedAt: at }: Counts, body: string): Buffer {
  const text = `"id":${id},"upvoteCount":${upvoteCount},${at ? `"confirmedAt":"${at}",` : ''}${body}`
  // Doesn't use Node's buffer pool, because a cached slice would retain its whole chunk of the pool.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/**
 * Returns a visitor's card as JSON without its opening brace and its first key, `distanceMiles`, which depends on the
 * request.
 */
export const serializeCard = (card: Card): Buffer => join(card, bodyOf(card))

/**
 * Returns a function that reads the cards of items from the bodies stored in the database. Cards without a stored body
 * are built as for a page, and their bodies are stored in the background. Items that visitors may not see are left out.
 */
export function createStoredCardReader({
  listing,
  database,
}: Pick<Services, 'listing' | 'database'>) {
  const keep = keeper(database)
  return async (ids: number[]): Promise<Map<number, Buffer>> => {
    const rows = await read(listing, ids)
    const cards = new Map<number, Buffer>()
    for (const row of rows) if (row.body !== null) cards.set(row.id, join(row, row.body))
    const rest = ids.filter((id) => !cards.has(id))
    if (rest.length === 0) return cards
    // The versions are read before the cards, so a change in between makes a card newer than its version, never older.
    const versions = new Map(rows.map(({ id, version }) => [id, version]))
    for (const card of await loadCards(listing, rest, null)) {
      const body = bodyOf(card)
      cards.set(card.id, join(card, body))
      // An item that isn't listed has no version here, so its card, which says that it is gone or closed, isn't stored.
      const version = versions.get(card.id)
      if (version !== undefined) keep(card.id, { version, body })
    }
    return cards
  }
}

async function read(database: Database, ids: number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    ${preparedStatementComment} select i.id, i.upvote_count as "upvoteCount", ${confirmedAtSql} as "confirmedAt", c.version, c.body
      from unnest((select ${ids}::integer[])) as asked (id)
      join items i on i.id = asked.id and i.listed
      left join item_cards c on c.item_id = i.id`.execute(database)
  return rows
}

/**
 * Maximum number of bodies that wait to be stored. Further ones are dropped, and built again when their cards are next
 * read.
 */
const most = 2_000
const atOnce = 500

/**
 * Stores bodies in the background, one batch after the other. If a batch fails, its bodies are built again when the
 * cards are read the next time.
 */
function keeper(database: Database) {
  const waiting = new Map<number, Made>()
  let running = false

  async function work() {
    running = true
    try {
      while (waiting.size > 0) {
        const batch = [...waiting].slice(0, atOnce)
        for (const [id] of batch) waiting.delete(id)
        await store(database, batch)
      }
    } catch {
      // Storing bodies only saves work, so errors are ignored. An outage of the database is reported elsewhere.
      waiting.clear()
    } finally {
      running = false
    }
  }

  return (id: number, made: Made) => {
    if (waiting.size < most) waiting.set(id, made)
    if (!running) void work()
  }
}

/**
 * Stores bodies, except those of items that have changed since they were read: a change under way has locked the row,
 * and a committed one has raised its version. Locked rows are skipped, because waiting for them could cause a deadlock.
 */
async function store(database: Database, batch: [id: number, made: Made][]): Promise<void> {
  const made = batch.filter(([, { version }]) => version !== null)
  if (made.length > 0)
    await sql`
      with made as (
        select * from unnest(${made.map(([id]) => id)}::integer[], ${made.map(([, { version }]) => version)}::integer[],
                             ${made.map(([, { body }]) => body)}::text[]) as made (item_id, version, body)),
      free as (
        select c.item_id from item_cards c join made using (item_id)
         where c.version = made.version and c.body is null order by c.item_id for update of c skip locked)
      update item_cards c set body = made.body from made join free using (item_id)
       where c.item_id = made.item_id and c.version = made.version`.execute(database)
  const bare = batch.filter(([, { version }]) => version === null).map(([id]) => id)
  // Items that were written without triggers have no row yet. Their bodies are stored when they are read the next time.
  if (bare.length > 0)
    await sql`
      insert into item_cards (item_id) select id from items where id = any (${bare}::integer[]) order by id
      on conflict do nothing`.execute(database)
}

/** Builds and stores the bodies of these items, as reading their cards would. */
export async function storeCards(database: Database, ids: number[]): Promise<void> {
  const versions = new Map((await read(database, ids)).map(({ id, version }) => [id, version]))
  const batch = (await loadCards(database, ids, null)).flatMap((card): [number, Made][] => {
    const version = versions.get(card.id)
    return version === undefined ? [] : [[card.id, { version, body: bodyOf(card) }]]
  })
  await store(database, batch)
}

/**
 * Compares at most `looked` stored bodies, from a random id on, with what their cards show now. Returns the ids of the
 * items that differ.
 */
export async function findStaleCards(database: Database, looked: number): Promise<number[]> {
  // Starts at a random id, and continues at the lowest id after the highest one.
  const { rows } = await sql<{ id: number; version: number; body: string }>`
    with start as (select floor(random() * max(item_id))::integer as at from item_cards),
    drawn as (
      (select item_id as id, version, body from item_cards, start
        where body is not null and item_id > start.at order by item_id limit ${looked})
      union all
      (select item_id as id, version, body from item_cards, start
        where body is not null and item_id <= start.at order by item_id limit ${looked}))
    select * from drawn limit ${looked}`.execute(database)
  const cards = await loadCards(
    database,
    rows.map(({ id }) => id),
    null,
  )
  const bodies = new Map(cards.map((card) => [card.id, bodyOf(card)]))
  const differ = rows.filter(({ id, body }) => bodies.get(id) !== body)
  // Leave out items that changed meanwhile: they have another version now.
  const versions = await sql<{ id: number; version: number }>`
    select item_id as id, version from item_cards where item_id = any (${differ.map(({ id }) => id)}::integer[])`.execute(
    database,
  )
  const now = new Map(versions.rows.map(({ id, version }) => [id, version]))
  return differ.filter(({ id, version }) => now.get(id) === version).map(({ id }) => id)
}

export const clearStoredCards = (database: Database, ids: number[]) =>
  sql`select forget_cards(${ids}::integer[])`.execute(database)
