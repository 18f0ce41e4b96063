import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { queues } from './server.ts'

let app: TestApp
let by: Person
let place: { id: number; placeId: string }
const burgers = 3
const here = { latitude: 44.98, longitude: -93.27 }

beforeAll(async () => {
  app = await testApp()
  by = await app.member({ id: 20, userName: 'Twenty' })
  place = await app.restaurant({ name: 'Plain Place' })
})
afterEach(async () => expect(await violatedInvariants(app.database)).toEqual([]))

const found = async (q: string, near: object = here, kind = 'dishes') => {
  const asked = new URLSearchParams({ q, ...near })
  const { status, body } = await app.get(`/api/search?${asked}`)
  expect(status).toBe(200)
  return (body[kind] as { name: string }[]).map(({ name }) => name)
}
const save = (as: Person, itemName: string) =>
  app.post('/api/yolos', { placeId: place.placeId, categoryId: burgers, itemName }, { as })
const remove = (as: Person, yoloId: number) => app.delete(`/api/yolos/delete/${yoloId}`, {}, { as })
const rename = (as: Person, yoloId: number, new_name: string) =>
  app.put('/api/yolo/name', { yoloId, new_name }, { as })
const forget = () => queues(app.services)[0]!.run({})
const known = async (like: string) => {
  const { rows } = await sql<{ word: string }>`
    select word from search_vocabulary where word like ${like} order by word`.execute(app.database)
  return rows.map(({ word }) => word)
}
const letters = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(97 + at))
/** Names of many words that are all one letter away from one another. */
const alike = (stem: string, count = 52) =>
  letters
    .flatMap((letter) => [stem + letter, letter + stem])
    .slice(0, count)
    .join(' ')

describe('a dish that is not listed', () => {
  it('keeps none that is listed from being found', async () => {
    const { body: gone } = await save(by, 'Crispy Truffle Lobster Pizza 0')
    await remove(by, gone.id)
    await sql`
      insert into items (restaurant_id, category_id, name, name_key, latitude, longitude, cell5)
      select restaurant_id, category_id, 'Crispy Truffle Lobster Pizza ' || n, 'crispy truffle lobster pizza ' || n,
             latitude, longitude, cell5
        from items cross join generate_series(1, 400) n where id = ${gone.itemId}`.execute(
      app.database,
    )
    const name = 'Crispy Truffle Lobster Roll'
    await app.item({ restaurant: place.id, category: burgers, by: by.id, name })
    for (const q of [name, 'truffle lobster', 'crispy lobster', 'lobster']) {
      expect(await found(q)).toEqual([name])
      expect(await found(q, {})).toEqual([name])
    }
  })

  it('is found again once its favorite is restored, and gone again once its restaurant is hidden', async () => {
    const { body: saved } = await save(by, 'Quixotic Waffleburger')
    await remove(by, saved.id)
    await forget()
    expect([await found('quixotic'), await known('quixotic')]).toEqual([[], []])
    await app.post(`/api/yolos/${saved.id}/restore`, {}, { as: by })
    await forget()
    expect(await found('quixotik')).toEqual(['Quixotic Waffleburger'])
    const hide = (hidden_at: Date | null) =>
      app.database
        .updateTable('restaurants')
        .set({ hidden_at })
        .where('id', '=', place.id)
        .execute()
    await hide(new Date())
    await forget()
    expect([await known('quixotic'), await known('plain')]).toEqual([[], []])
    await hide(null)
    expect(await found('quixotik')).toEqual(['Quixotic Waffleburger'])
    expect(await found('plain plase', here, 'restaurants')).toEqual(['Plain Place'])
  })
})

it('comes after others of as many votes whose names are shorter', async () => {
  const names = Array.from({ length: 61 }, (_, n) => `Zebra Stew and all that goes with it ${n}`)
  for (const name of [...names, 'Zebra Stew'])
    await app.item({ restaurant: place.id, category: 1, by: by.id, name })
  expect((await found('zebra'))[0]).toBe('Zebra Stew')
})

it('a word that another dish had only after its sixteenth is forgotten with that dish', async () => {
  const filler = letters.slice(0, 16).join(' ')
  const words = alike('wolpertinga', 8)
  const { body: keeper } = await save(by, `${filler} ${words}`)
  const other = await app.member({ verified: true })
  const { body: teacher } = await save(other, words)
  await rename(other, teacher.id, 'Plain Teacher')
  await forget()
  await remove(by, keeper.id)
  await remove(other, teacher.id)
  await forget()
  expect(await known('%wolpertinga%')).toEqual([])
})

describe('words in use', () => {
  it('are sixteen of a name at most, by which it is found', async () => {
    const as = await app.member({ verified: false })
    const { body } = await save(as, alike('xjk'))
    expect(await known('%xjk%')).toHaveLength(16)
    expect(await found('xjka xjkc')).toHaveLength(1)
    expect(
      (await rename(as, body.id, '蒸'.repeat(3) + letters.join('點') + '心'.repeat(200))).status,
    ).toBe(200)
    expect((await known('%點%')).length).toBeLessThanOrEqual(48)
    await remove(as, body.id)
  })

  it('are forgotten with the last dish that has them, and no others', async () => {
    const as = await app.member()
    const { body: one } = await save(as, 'Gribble Bibimbap')
    const { body: two } = await save(as, 'Gribble Toast')
    await rename(as, one.id, 'Plain Bibimbap')
    await forget()
    expect(await known('gribble')).toEqual(['gribble'])
    await remove(as, two.id)
    await forget()
    expect(await known('gribble')).toEqual([])
    expect(await known('bibimbap')).toEqual(['bibimbap'])
    expect(await known('toast')).toEqual([])
    expect(await found('bibimbab')).toEqual(['Plain Bibimbap'])
  })

  it('of a newer dish don’t keep an older one from being found by its misspelt name', async () => {
    const [as, other] = [await app.member(), await app.member()]
    await save(as, 'Sfogliatella')
    const similar = Array.from('bcdefghijk', (letter) => `sfogliatelt${letter}`)
    expect((await save(other, similar.join(' '))).status).toBe(200)
    expect(await found('sfogliatelta')).toContain('Sfogliatella')
  })

  it('F8 are kept while somebody is saving a dish that has them', async () => {
    const [as, other] = [await app.member(), await app.member()]
    const { body: gone } = await save(as, 'Snorkelberry')
    const client = await app.services.connect()
    try {
      await client.query('begin')
      await client.query(
        `with dish as (
           insert into items (restaurant_id, category_id, name, name_key, latitude, longitude, cell5)
           select restaurant_id, category_id, 'Snorkelberry Jam', 'snorkelberry jam', latitude, longitude, cell5
             from items where id = $1 returning id, category_id)
         insert into yolos (user_id, item_id, category_id, slot) select $2, id, category_id, 3 from dish`,
        [gone.itemId, other.id],
      )
      expect((await remove(as, gone.id)).status).toBe(200)
      await forget()
      await client.query('commit')
    } finally {
      await client.end()
    }
    await forget()
    expect(await found('snorkelbery')).toEqual(['Snorkelberry Jam'])
  })

  it('that are similar are read up to a limit', async () => {
    await sql`
      insert into search_vocabulary (word, kind)
      select 'wvxq' || chr(131072 + n), 3 from generate_series(1, 5000) n`.execute(app.database)
    const { rows } = await sql`select from words_near(array['wvxq'], '{}')`.execute(app.database)
    expect(rows).toHaveLength(1000)
    expect(await found('wvxqy')).toEqual([])
    await sql`insert into dropped_words select word from search_vocabulary`.execute(app.database)
    await forget()
    expect(await known('wvxq%')).toEqual([])
    expect(await known('bibimbap')).toEqual(['bibimbap'])
  })
})
