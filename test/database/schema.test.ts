import { sql, type Transaction } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DB } from '#platform/server/database/schema.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

it('the ranking’s indexes have the order in which listings ask', async () => {
  // Create an item, because empty cells aren't queried.
  const { id: restaurant } = await app.restaurant()
  await app.item({ restaurant, category: 3, by: (await app.member()).id })
  await app.get('/api/yolos?category=3&latitude=44.98&longitude=-93.27')
  const asked = app
    .statements()
    .filter(({ text }) => /\bfrom items\b/.test(text) && /\border by upvote_count\b/.test(text))
    .flatMap(({ text }) => [...text.matchAll(/\border by (upvote_count.*?) limit\b/gs)])
    .map(([, order]) => order)
  expect(asked.length).toBeGreaterThanOrEqual(2)
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes where indexname like 'items_rank_%'
     order by indexname`.execute(app.database)
  const orders = rows.map(({ name, definition }) => {
    const order = /\(category_id, (?:cell\d, )?(.*)\) INCLUDE/.exec(definition)?.[1]
    return [name, order?.replaceAll('DESC', 'desc').replace('((- id))', '(-id)')]
  })
  expect(orders).toEqual([
    ['items_rank_all', asked[0]],
    ['items_rank_cell5', asked[0]],
  ])
  expect(new Set(asked).size).toBe(1)
})

it('no session variable silences a trigger', async () => {
  const { rows } = await sql`
    select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~ 'current_setting'
     union all
    select tgname from pg_trigger where pg_get_triggerdef(oid) ~ 'current_setting'`.execute(
    app.database,
  )
  expect(rows).toEqual([])
})

describe('rows summed up on their items', () => {
  const items: number[] = []
  const [voters, savers]: [number[], number[]] = [[], []]
  beforeAll(async () => {
    const { id: restaurant } = await app.restaurant()
    const by = (await app.member()).id
    for (const name of ['One', 'Two', 'Three'])
      items.push((await app.item({ restaurant, category: 14, by, name })).id)
    for (const members of [voters, savers])
      for (let n = 0; n < 12; n++) members.push((await app.member()).id)
  })

  type Step = (tx: Transaction<DB>) => Promise<unknown>
  const rewritten = async (step: Step) =>
    app.database.transaction().execute(async (tx) => {
      const updates = async () => {
        const { rows } = await sql<{ n: number }>`
          select n_tup_upd::integer as n from pg_stat_xact_user_tables where relname = 'items'`.execute(
          tx,
        )
        return rows[0]?.n ?? 0
      }
      const before = await updates()
      await step(tx)
      return (await updates()) - before
    })
  const settled = async () => expect(await violatedInvariants(app.database)).toEqual([])

  it('count votes once per item and statement', async () => {
    const cast = await rewritten((tx) =>
      sql`
        insert into votes (item_id, user_id, counted)
        select i, m, m % 3 <> 0 from unnest(${voters}::integer[]) m, unnest(${items}::integer[]) i where i <> ${items[1]}
         order by i desc`.execute(tx),
    )
    expect(cast).toBe(2)
    await settled()
    const moved = await rewritten((tx) =>
      sql`update votes set item_id = ${items[1]} where item_id = ${items[0]}`.execute(tx),
    )
    expect(moved).toBe(2)
    await settled()
    expect(await rewritten((tx) => sql`update votes set counted = true`.execute(tx))).toBe(2)
    await settled()
    expect(await rewritten((tx) => sql`update votes set created_at = now()`.execute(tx))).toBe(0)
  })

  it('count yolos and gather their tags once per item and statement', async () => {
    const saved = await rewritten((tx) =>
      sql`
        insert into yolos (item_id, user_id, category_id, slot)
        select ${items[2]}, m, 14, 1 from unnest(${savers}::integer[]) m`.execute(tx),
    )
    expect(saved).toBe(1)
    await settled()
    const moved = await rewritten((tx) =>
      sql`
        update yolos set item_id = ${items[0]}
         where item_id = ${items[2]} and user_id = any (${savers}::integer[])`.execute(tx),
    )
    expect(moved).toBe(2)
    await settled()
    const gone = await rewritten((tx) =>
      sql`delete from yolos where user_id = any (${savers}::integer[])`.execute(tx),
    )
    expect(gone).toBe(1)
    await settled()
  })

  it('weigh reports once per item and statement', async () => {
    const reported = await rewritten((tx) =>
      sql`
        insert into item_reports (item_id, user_id)
        select ${items[0]}, m from unnest(${voters}::integer[]) m`.execute(tx),
    )
    expect(reported).toBe(1)
    const moved = await rewritten((tx) =>
      sql`update item_reports set item_id = ${items[1]}`.execute(tx),
    )
    expect(moved).toBe(2)
    await settled()
  })

  it('F8 statements that change many items at once never wait in a circle', async () => {
    const { id: restaurant } = await app.restaurant()
    const { rows } = await sql<{ id: number }>`
      insert into items (restaurant_id, category_id, name, name_key, latitude, longitude, cell5)
      select r.id, 14, 'Item ' || n, 'item ' || n, r.latitude, r.longitude, r.cell5
        from restaurants r, generate_series(1, 200) n where r.id = ${restaurant}
      returning id`.execute(app.database)
    const many = rows.map(({ id }) => id)
    // Insert the votes in opposite orders, so that the two updates meet their rows in opposite orders.
    const order = { [voters[0]!]: many, [voters[1]!]: many.toReversed() }
    for (const [voter, ids] of Object.entries(order))
      await sql`
        insert into votes (item_id, user_id) select unnest(${ids}::integer[]), ${voter}::integer`.execute(
        app.database,
      )
    const turn = (voter: string) =>
      sql`
        update votes set counted = not counted
         where user_id = ${voter}::integer and item_id = any (${many}::integer[])`.execute(
        app.database,
      )
    for (let round = 0; round < 6; round++) await Promise.all(Object.keys(order).map(turn))
    await settled()
  })
})
