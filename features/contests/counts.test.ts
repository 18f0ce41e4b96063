import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { photoClient } from '#features/photos/photos.testing.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { makeContest } from './contests.testing.ts'

type Counts = {
  id: number
  entryCount: number
  counting: number
  members: number
  membersCounting: number
}

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await testApp()
  admin = await app.member({ id: 514 })
  await app.restaurant()
})

const set = ({ id }: Person, values: object) =>
  app.database.updateTable('users').set(values).where('id', '=', id).execute()
const confirm = (id: number, as: Person, eligible: boolean) =>
  app.post(`/api/contests/${id}/confirm`, { eligible }, { as })

/**
 * Creates members of every kind: most with one entry, some with the five of a photo, one with none. Most confirm that
 * they may take part.
 */
async function crowd(contests: number[]) {
  const photos = photoClient(app)
  const saves = async (
    as: Person,
    { photo = false, said = [true, true] as (boolean | null)[] } = {},
  ) => {
    const { yoloId } = await app.item({
      restaurant: (await app.restaurant()).id,
      category: 3,
      by: as.id,
    })
    if (photo) await photos.upload(yoloId, await makePhoto(), as)
    for (const [n, id] of contests.entries()) if (said[n] !== null) await confirm(id, as, said[n]!)
    return yoloId
  }
  // Created one after another, so that their IDs ascend.
  const people: Person[] = []
  for (let n = 0; n < 9; n++) people.push(await app.member())
  const [plain, pictured, torn, silent, unsure, disabled, down, leaves, gone] = people
  await saves(plain!)
  await saves(plain!)
  await saves(pictured!, { photo: true })
  await saves(torn!, { photo: true, said: [false, true] })
  await saves(silent!, { said: [null, null] })
  for (const one of [unsure!, disabled!, down!, leaves!]) await saves(one, { photo: one === down })
  const withdrawn = await saves(gone!)
  await app.delete(`/api/yolos/delete/${withdrawn}`, {}, { as: gone! })
  const rights = [admin, ...(await Promise.all([6, 7, 20].map((id) => app.member({ id }))))]
  for (const one of rights) await saves(one)
  await set(unsure!, { email_verified_at: null })
  await set(disabled!, { disabled_at: new Date() })
  await set(leaves!, { disabled_at: new Date(), delete_at: new Date(Date.now() + 1e9) })
  const taken = { kind: 'member', id: down!.id, word: 'A bot.' }
  expect((await app.post('/api/takedowns', taken, { as: admin })).status).toBe(200)
  return { plain: plain!, pictured: pictured!, torn: torn!, unsure: unsure! }
}

type Member = { member: number; entries: number; counting: number }

/** Returns each member's counts by the rule for a single member or, once the list is frozen, by the list. */
async function oneByOne(id: number): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select e.user_id as member, count(*)::integer as entries,
           (count(*) filter (where case when c.entries is null then contest_entries_count(c.id, e.user_id)
                                        else e.id = any (c.entries) end))::integer as counting
      from contests c join contest_entries e on e.contest_id = c.id
     where c.id = ${id} group by e.user_id order by e.user_id`.execute(app.database)
  return rows
}

async function exported(id: number): Promise<Member[]> {
  const { text } = await app.get(`/api/contests/${id}/export`, { as: admin })
  const lines = parse(text).slice(1)
  const members = new Map<number, Member>()
  for (const [, , counts, member] of lines) {
    const row = members.get(Number(member)) ?? { member: Number(member), entries: 0, counting: 0 }
    const counting = row.counting + (counts === 'yes' ? 1 : 0)
    members.set(row.member, { ...row, entries: row.entries + 1, counting })
  }
  return [...members.values()].sort((a, b) => a.member - b.member)
}

/**
 * Checks that the list, the page and the export agree with the counts of each member. Returns the members who count.
 */
async function agreed(id: number): Promise<Member[]> {
  const members = await oneByOne(id)
  const sum = (key: 'entries' | 'counting') => members.reduce((all, one) => all + one[key], 0)
  const counts = {
    entryCount: sum('entries'),
    counting: sum('counting'),
    members: members.length,
    membersCounting: members.filter(({ counting }) => counting > 0).length,
  }
  const list: Counts[] = (await app.get('/api/admin/contests', { as: admin })).body
  expect(list.find((one) => one.id === id)).toMatchObject(counts)
  expect((await app.get(`/api/admin/contests/${id}`, { as: admin })).body).toMatchObject(counts)
  expect(await exported(id)).toEqual(members)
  return members.filter(({ counting }) => counting > 0)
}

test('the counts and the export of a contest agree with what counts of each of its members', async () => {
  const [open, frozen] = [await makeContest(app, admin), await makeContest(app, admin)]
  const nobodys = await makeContest(app, admin, { categories: [10] })
  const { plain, pictured, torn, unsure } = await crowd([open, frozen])
  const of = (member: Person, n: number) => ({ member: member.id, entries: n, counting: n })
  const both = [of(plain, 2), of(pictured, 5)]
  expect(await agreed(nobodys)).toEqual([])
  expect(await agreed(open)).toEqual(both)
  expect(await agreed(frozen)).toEqual([...both, of(torn, 5)])

  await app.post(`/api/contests/${frozen}/close`, {}, { as: admin })
  await set(plain, { disabled_at: new Date() })
  await set(unsure, { email_verified_at: new Date() })
  expect(await agreed(open)).toEqual([of(pictured, 5), of(unsure, 1)])
  expect(await agreed(frozen)).toEqual([...both, of(torn, 5)])
})
