import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { updateCounted } from '#domain/votes-that-count.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { countRowsByStatement } from '#platform/testing/database/rows-by-statement.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { commands } from './undo.server.ts'

let app: TestApp
let admin: Person
const burgers = 3

beforeAll(async () => {
  app = await testApp()
  admin = await app.member({ id: 6 })
})
afterEach(async () => expect(await violatedInvariants(app.database)).toEqual([]))

/** Runs the operator's command. Returns its exit code and its output. */
async function undo(...args: string[]) {
  const output: string[] = []
  const collect = (text: string) => void output.push(text)
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(collect),
    vi.spyOn(console, 'error').mockImplementation(collect),
  ]
  try {
    const code = await commands[0]!.run(args, app.services)
    return { code, output: output.join('\n') }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
const merge = async (kind: 'items' | 'restaurants', id: number, into: number) =>
  String((await app.post(`/api/${kind}/${id}/merge`, { into }, { as: admin })).body.merge)

const tables = ['restaurants', 'items', 'yolos', 'yolo_tags', 'photos', 'votes', 'item_reports']
/** Returns all rows of the tables that a merging changes. */
async function everything() {
  const found: Record<string, unknown> = {}
  for (const table of [
    ...tables,
    'restaurant_reports',
    'deleted_yolos',
    'stray_photos',
    'merge_parts',
  ]) {
    const { rows } =
      await sql`select to_jsonb(t) as row from ${sql.table(table)} t order by to_jsonb(t)::text`.execute(
        app.database,
      )
    found[table] = rows
  }
  return found
}

async function photoOn(yoloId: number, as: Person) {
  const form = new FormData()
  form.set('file', new Blob([await makePhoto()], { type: 'image/jpeg' }), 'a.jpg')
  await app.request('POST', `/api/yolo-image/${yoloId}/image/upload`, { as, body: form })
}

/** Creates two restaurants with a dish of the same name, and members who saved, voted for or reported one or both. */
async function world() {
  const goes = await app.restaurant({ name: 'Lucy and Gus', latitude: 44.99, longitude: -93.21 })
  const stays = await app.restaurant({ name: 'Lucy & Gus' })
  const [eater, voter, twice] = [await app.member(), await app.member(), await app.member()]
  const dish = async (restaurant: number, name: string, wanted: object = {}) =>
    app.item({ restaurant, category: burgers, by: (await app.member()).id, name, ...wanted })
  const older = {
    by: eater.id,
    description: 'It drips.',
    tags: [35, 36],
    createdAt: new Date(1e12),
  }
  const newer = { by: eater.id, description: 'Ask for two.', tags: [36, 37], upvotes: 2 }
  const there = await dish(goes.id, 'Molten Lucy', older)
  const here = await dish(stays.id, 'Molten Lucy', newer)
  const other = await dish(goes.id, 'Plain Gus', { upvotes: 3 })
  for (const { yoloId } of [there, here]) await photoOn(yoloId, eater)
  const save = (itemId: number, as: Person) =>
    app.post('/api/yolos', { itemId, categoryId: burgers }, { as })
  await save(there.id, twice)
  const act = (path: string, as: Person) => app.post(`/api/${path}`, {}, { as })
  for (const { id } of [there, here]) {
    await act(`items/${id}/upvote`, voter)
    await act(`items/${id}/expired`, voter)
  }
  await act(`items/${there.id}/upvote`, await app.member())
  await act(`items/${here.id}/upvote`, twice)
  await act(`items/${there.id}/expired`, await app.member())
  // The report on the dish that stays was decided; the same member's on the other one still counts.
  await app.database
    .updateTable('item_reports')
    .set({ cleared_at: new Date() })
    .where('item_id', '=', here.id)
    .execute()
  await act(`items/${there.id}/confirm`, twice)
  const once = await app.member()
  const { id: unsaved } = (await save(there.id, once)).body
  await app.request('DELETE', `/api/yolos/delete/${unsaved}`, { as: once })
  for (const { id } of [goes, stays]) await act(`restaurants/${id}/closed`, voter)
  await act(`restaurants/${goes.id}/closed`, twice)
  await app.database
    .updateTable('restaurants')
    .set({ phone: '+1 612 555 0100' })
    .where('id', '=', goes.id)
    .execute()
  return { goes, stays, here, there, other, eater, voter, twice, save, act }
}

describe('undo-merge', () => {
  it('puts two restaurants and their dishes back, row by row', async () => {
    const { goes, stays } = await world()
    const before = await everything()
    const number = await merge('restaurants', goes.id, stays.id)
    expect(await everything()).not.toEqual(before)
    expect((await undo()).output).toMatch(
      new RegExp(`^${number}  restaurant 'Lucy and Gus' into 'Lucy & Gus' · by 6`),
    )
    expect(await undo(number)).toEqual({
      code: 0,
      output: `The restaurants ${goes.id} and ${stays.id} are two again.`,
    })
    expect(await everything()).toEqual(before)
    const { body } = await app.get(`/api/restaurants/${goes.id}`)
    expect(body.restaurant.name).toBe('Lucy and Gus')
    expect(body.items).toHaveLength(2)
    const again = await undo(number)
    expect(again).toEqual({ code: 1, output: `Merging ${number} is undone already.` })
    const audit = await app.database
      .selectFrom('audit')
      .select(['actor_id', 'action'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(audit).toEqual([{ actor_id: 0, action: 'restaurant.undo-merge' }])

    // The other way round: now the older favorite is on the dish that stays.
    expect((await undo(await merge('restaurants', stays.id, goes.id))).code).toBe(0)
    expect(await everything()).toEqual(before)
  })

  it('what was corrected of either stays so in one, and is each its own again in two', async () => {
    const { goes, stays } = await world()
    const rows = async () => {
      const { rows: both } = await sql<Record<string, unknown>>`
        select * from restaurants where id in (${goes.id}, ${stays.id}) order by id = ${stays.id}`.execute(
        app.database,
      )
      return both
    }
    const correct = async (id: number, field: string, value: string) => {
      const url = `/api/restaurants/${id}/corrections`
      const { body } = await app.post(url, { field, value }, { as: admin })
      expect(body.applied).toBe(true)
      return body.id as number
    }
    await app.database
      .updateTable('restaurants')
      .set({ phone: '+1 612 555 0999', address: 'Minneapolis, MN, US' })
      .where('id', '=', stays.id)
      .execute()
    await correct(goes.id, 'phone', '+1 612 555 0111')
    await correct(goes.id, 'position', '44.9537, -93.09')
    await correct(goes.id, 'hours', 'Mo-Su 11:00-22:00')
    await correct(goes.id, 'name', 'Lucy, Gus')
    await correct(stays.id, 'name', 'Lucy + Gus')
    const before = await everything()
    const number = await merge('restaurants', goes.id, stays.id)
    const [gone, one] = await rows()
    expect(one).toMatchObject({
      name: 'Lucy + Gus',
      phone: '+1 612 555 0111',
      latitude: 44.9537,
      city_label: 'Saint Paul, MN, US',
      address: gone!['address'],
      opening_hours: gone!['opening_hours'],
    })
    expect(new Set(one!['corrected'] as string[])).toEqual(
      new Set(['name', 'phone', 'position', 'hours']),
    )
    const { rows: elsewhere } = await sql`
      select from items where restaurant_id = ${stays.id} and latitude <> 44.9537`.execute(
      app.database,
    )
    expect(elsewhere).toEqual([])
    expect((await undo(number)).code).toBe(0)
    expect(await everything()).toEqual(before)

    // A correction after the merging belongs to the restaurant that stayed. If it is undone, the one that came with the
    // merging applies again.
    const again = await merge('restaurants', goes.id, stays.id)
    const own = await correct(stays.id, 'phone', '+1 612 555 0222')
    await app.post(`/api/corrections/${own}/undo`, {}, { as: admin })
    expect((await rows())[1]).toMatchObject({ phone: '+1 612 555 0111' })
    expect((await rows())[1]!['corrected']).toContain('phone')
    await correct(stays.id, 'phone', '+1 612 555 0333')
    expect((await undo(again)).code).toBe(0)
    const [, apart] = await rows()
    expect(apart).toMatchObject({ phone: '+1 612 555 0333', latitude: 44.98, opening_hours: null })
    expect(new Set(apart!['corrected'] as string[])).toEqual(new Set(['name', 'phone']))
  })

  it('leaves what changed since: votes, favorites and words stay where their members put them', async () => {
    const { goes, there, other, twice, voter, eater, save, act } = await world()
    const late = await app.member()
    const number = await merge('items', other.id, there.id)
    await act(`items/${other.id}/upvote`, late)
    await act(`items/${there.id}/removeUpvote`, voter)
    await save(there.id, await app.member())
    const { id: yolo } = (await app.get('/api/my-page', { as: twice })).body.items[0].yolos[0]
    await app.put('/api/yolos', { id: yolo, description: 'Since' }, { as: twice })
    expect((await undo(number)).code).toBe(0)
    const { body } = await app.get(`/api/restaurants/${goes.id}`, { as: late })
    const byName = (name: string) =>
      body.items.find(({ itemName }: { itemName: string }) => itemName === name)
    expect(byName('Molten Lucy')).toMatchObject({ yoloCount: 3, upvoteCount: 2, upvoted: true })
    expect(byName('Plain Gus')).toMatchObject({ yoloCount: 1, upvoteCount: 3, upvoted: false })
    expect(JSON.stringify(body)).toContain('Since')

    // A member who had saved both changed the joined favorite, so it stays joined.
    const gone = await merge('items', other.id, there.id)
    expect((await undo(gone)).output).not.toMatch(/stay one/)
    await save(other.id, eater)
    const both = await merge('items', other.id, there.id)
    const mine = (await app.get('/api/my-page', { as: eater })).body.items
    const kept = mine
      .flatMap((item: { yolos: Array<{ id: number }> }) => item.yolos)
      .find(({ id }: { id: number }) => id === there.yoloId)
    await app.put('/api/yolos', { id: kept.id, description: 'New words' }, { as: eater })
    expect((await undo(both)).output).toMatch(/1 favorites of members who had both stay one/)
  })

  it('keeps a confirmation of since, and lets the old name lead after the next merging', async () => {
    const { there, other, twice, eater, act } = await world()
    const confirmedAt = async (id: number) =>
      (await app.get(`/api/items/${id}`)).body.confirmedAt as string | null
    const number = await merge('items', there.id, other.id)
    expect(await confirmedAt(other.id)).not.toBeNull()
    expect((await undo(number)).code).toBe(0)
    expect(await confirmedAt(other.id)).toBeNull()
    const again = await merge('items', there.id, other.id)
    await act(`items/${other.id}/confirm`, eater)
    const since = await confirmedAt(other.id)
    await app.database
      .updateTable('items')
      .set({ name: 'Plainer Gus', name_key: 'plainer gus' })
      .where('id', '=', other.id)
      .execute()
    expect((await undo(again)).code).toBe(0)
    expect(await confirmedAt(other.id)).toBe(since)
    await merge('items', there.id, other.id)
    const url = '/api/restaurant-items?category=3&itemName=Molten%20Lucy'
    const { place_id: place } = await app.database
      .selectFrom('items')
      .innerJoin('restaurants', 'restaurants.id', 'items.restaurant_id')
      .select('place_id')
      .where('items.id', '=', other.id)
      .executeTakeFirstOrThrow()
    const { status, body } = await app.get(`${url}&placeId=${place}`, { as: twice })
    expect([status, body.item?.id ?? body.details?.item?.id]).toEqual([409, other.id])
  })

  it('lets a returned vote count once its member has verified', async () => {
    const { there, other, act } = await world()
    const late = await app.member({ verified: false })
    for (const { id } of [there, other]) await act(`items/${id}/upvote`, late)
    const counted = async () => {
      const rows = await app.database
        .selectFrom('votes')
        .select('counted')
        .where('user_id', '=', late.id)
        .execute()
      return rows.map((row) => row.counted)
    }
    const change = async (columns: { created_at?: Date; email_verified_at?: Date }) => {
      await app.database.updateTable('users').set(columns).where('id', '=', late.id).execute()
      await updateCounted(app.database, [late.id], new Date())
    }
    await change({ created_at: new Date(Date.now() - 8 * 24 * 60 * 60 * 1000) })
    expect(await counted()).toEqual([false, false])
    const number = await merge('items', other.id, there.id)
    expect(await counted()).toEqual([false])
    await change({ email_verified_at: new Date() })
    expect(await counted()).toEqual([true])
    expect((await undo(number)).code).toBe(0)
    expect(await counted()).toEqual([true, true])
  })

  it('the two favorites of any number of members become one, and two again, by a few statements', async () => {
    const { id: restaurant } = await app.restaurant()
    const one = await app.item({ restaurant, category: burgers, by: (await app.member()).id })
    const two = await app.item({ restaurant, category: burgers, by: (await app.member()).id })
    const users: number[] = []
    for (let n = 0; n < 8; n++) users.push((await app.member()).id)
    for (const [at, item] of [two, one].entries())
      await sql`
        insert into yolos (user_id, item_id, category_id, slot, description)
        select id, ${item.id}, ${burgers}, ${at + 1}, 'Dish ' || ${at}::text
          from unnest(${users}::integer[]) id`.execute(app.database)
    const updated = await countRowsByStatement(app.database, 'update', 'yolos')
    const merging = await merge('items', one.id, two.id)
    // Their words, and the favorite of the member who has only the dish that went.
    expect(await updated()).toEqual({ all: 8 + 1, most: 8 })
    await sql`delete from rows_by_statement`.execute(app.database)
    await undo(merging)
    expect(await updated()).toEqual({ all: 8 + 1, most: 8 })
  })

  it('refuses, in words, where it can’t be told apart any more', async () => {
    const { goes, there, other } = await world()
    const last = await app.item({
      restaurant: goes.id,
      category: burgers,
      by: (await app.member()).id,
    })
    const first = await merge('items', other.id, there.id)
    const second = await merge('items', there.id, last.id)
    expect(await undo(first)).toEqual({
      code: 1,
      output: expect.stringMatching(/merged again or deleted since/),
    })
    expect((await undo(second)).code).toBe(0)
    // The ids lead to the same items as before the second merging.
    expect((await app.get(`/api/items/${other.id}/why`)).body.id).toBe(there.id)
    expect((await undo(first)).code).toBe(0)
    expect((await app.get(`/api/items/${other.id}/why`)).body.id).toBe(other.id)
    expect(await undo('999999')).toMatchObject({ code: 1, output: 'There is no merging 999999.' })
    expect((await undo('one')).code).toBe(2)
  })
})
