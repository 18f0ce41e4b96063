import { sql } from 'kysely'
import type { Card } from '#features/items/contract.ts'
import { cardsOf, confirmedAt } from '#features/items/cards.server.ts'
import { listedOf } from '#features/items/listed-card.ts'
import { prepared } from '#platform/server/database.ts'
import type { Database, Services } from '#platform/server/services.ts'

type Counts = Pick<Card, 'id' | 'upvoteCount' | 'confirmedAt'>
type Row = Counts & { version: number | null; body: string | null }
type Made = { version: number | null; body: string }

/** JSON of a visitor's card but for what votes change and how far it is, from its second key on. */
const bodyOf = (card: Card): string =>
  JSON.stringify({
    ...listedOf(card),
    id: undefined,
    upvoteCount: undefined,
    confirmedAt: undefined,
    distanceMiles: undefined,
  }).slice(1)

function join({ id, upvoteCount, confirmedAt: at }: Counts, body: string): Buffer {
  const text = `"id":${id},"upvoteCount":${upvoteCount},${at ? `"confirmedAt":"${at}",` : ''}${body}`
  // Of its own: one that is kept would keep all of the pool's piece that it was cut from.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/** A visitor's card as JSON without its first key, `distanceMiles`, which hangs on who asks. */
export const bytesOf = (card: Card): Buffer => join(card, bodyOf(card))

/**
 * Cards of items from the bodies that stand in the database; those that have none are read as for a page and
 * stored, behind the answer. An item that isn't shown is left out.
 */
export function storedCards({ listing, database }: Pick<Services, 'listing' | 'database'>) {
  const keep = keeper(database)
  return async (ids: number[]): Promise<Map<number, Buffer>> => {
    const rows = await read(listing, ids)
    const cards = new Map<number, Buffer>()
    for (const row of rows) if (row.body !== null) cards.set(row.id, join(row, row.body))
    const rest = ids.filter((id) => !cards.has(id))
    if (rest.length === 0) return cards
    // Read before the card is: a change between the two makes the card newer, never older.
    const versions = new Map(rows.map(({ id, version }) => [id, version]))
    for (const card of await cardsOf(listing, rest, null)) {
      const body = bodyOf(card)
      cards.set(card.id, join(card, body))
      // Of an item that isn't listed nothing is stored: its card says why.
      const version = versions.get(card.id)
      if (version !== undefined) keep(card.id, { version, body })
    }
    return cards
  }
}

async function read(database: Database, ids: number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    ${prepared} select i.id, i.upvote_count as "upvoteCount", ${confirmedAt} as "confirmedAt", c.version, c.body
      from unnest((select ${ids}::integer[])) as asked (id)
      join items i on i.id = asked.id and i.listed
      left join item_cards c on c.item_id = i.id`.execute(database)
  return rows
}

/** So many wait to be stored at most; what finds no room is stored when it is read again. */
const most = 2_000
const atOnce = 500

/** Stores bodies one batch after the other. Nobody waits for it: what fails is read again. */
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
      // The database says so itself where it is away.
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
 * A change that is under way holds the row, one that is committed has raised its version: in both cases nothing is
 * stored. No row is waited for, so that nobody who waits for us is waited for by us.
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
  // What was written without triggers has no row yet; its body is stored when it is read the next time.
  if (bare.length > 0)
    await sql`
      insert into item_cards (item_id) select id from items where id = any (${bare}::integer[]) order by id
      on conflict do nothing`.execute(database)
}

/** Writes the bodies of all these items, as those who read them would. */
export async function writeBodies(database: Database, ids: number[]): Promise<void> {
  const versions = new Map((await read(database, ids)).map(({ id, version }) => [id, version]))
  const batch = (await cardsOf(database, ids, null)).flatMap((card): [number, Made][] => {
    const version = versions.get(card.id)
    return version === undefined ? [] : [[card.id, { version, body: bodyOf(card) }]]
  })
  await store(database, batch)
}

/** Items of so many that are looked at whose stored body isn't what their card shows now. */
export async function staleCards(database: Database, looked: number): Promise<number[]> {
  // Others each time, those behind the last number from the first on.
  const { rows } = await sql<{ id: number; version: number; body: string }>`
    with start as (select floor(random() * max(item_id))::integer as at from item_cards),
    drawn as (
      (select item_id as id, version, body from item_cards, start
        where body is not null and item_id > start.at order by item_id limit ${looked})
      union all
      (select item_id as id, version, body from item_cards, start
        where body is not null and item_id <= start.at order by item_id limit ${looked}))
    select * from drawn limit ${looked}`.execute(database)
  const cards = await cardsOf(
    database,
    rows.map(({ id }) => id),
    null,
  )
  const bodies = new Map(cards.map((card) => [card.id, bodyOf(card)]))
  const differ = rows.filter(({ id, body }) => bodies.get(id) !== body)
  // What changed meanwhile has another version.
  const versions = await sql<{ id: number; version: number }>`
    select item_id as id, version from item_cards where item_id = any (${differ.map(({ id }) => id)}::integer[])`.execute(
    database,
  )
  const now = new Map(versions.rows.map(({ id, version }) => [id, version]))
  return differ.filter(({ id, version }) => now.get(id) === version).map(({ id }) => id)
}

export const forgetCards = (database: Database, ids: number[]) =>
  sql`select forget_cards(${ids}::integer[])`.execute(database)
