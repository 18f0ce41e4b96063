import { beforeAll, expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
let admin: { token: string }
const day = 'from=2018-03-01&to=2018-03-01'
/** Fifty pairs of members, the two of each with the same last name, who joined at one moment. */
const lastNames = Array.from({ length: 50 }, (_, n) => `Pair ${String(n).padStart(2, '0')}`)
beforeAll(async () => {
  admin = await app.member({ id: 6 })
  await app.database
    .insertInto('users')
    .values(
      [...lastNames, ...lastNames].map((last_name, n) => ({
        user_name: `Crowd ${n}`,
        user_name_key: `crowd ${n}`,
        first_name: n === 0 ? '100% Ann_e' : 'Annie 1000',
        last_name: n % 50 === 49 ? null : last_name,
        created_at: new Date('2018-03-01T12:00:00Z'),
      })),
    )
    .execute()
})
const ask = (query: string, as = admin) => app.get(`/api/user/count?${day}&${query}`, { as })

async function allPages(query: string) {
  const pages = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { status, body }: any = await ask(`${query}${cursor && `&cursor=${cursor}`}`)
    expect(status).toBe(200)
    pages.push(body)
    ;({ cursor } = body)
  }
  return pages
}

test('a sorted list goes on in its order, each row once, with rows without a value last', async () => {
  for (const order of ['asc', 'desc']) {
    const pages = await allPages(`sort=lastName&order=${order}&pageSize=30`)
    expect(pages.map(({ users }) => users.length)).toEqual([30, 30, 30, 10])
    expect(pages.map(({ matching }) => matching)).toEqual([100, null, null, null])
    const rows = pages.flatMap(({ users }) => users)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(100)
    const named = lastNames.slice(0, 49).flatMap((name) => [name, name])
    const expected = [...(order === 'asc' ? named : named.toReversed()), null, null]
    expect(rows.map(({ lastName }) => lastName)).toEqual(expected)
  }
})

test('a list in its own order isn’t shifted by rows that are added meanwhile', async () => {
  const { body: first } = await ask('pageSize=60')
  const { id } = await app.member({ createdAt: new Date('2018-03-01T12:00:01Z') })
  const { body: second } = await ask(`pageSize=60&cursor=${first.cursor}`)
  const seen = [...first.users, ...second.users].map((user: any) => user.id)
  expect([seen.length, new Set(seen).size, seen.includes(id)]).toEqual([100, 100, false])
  await app.database.deleteFrom('users').where('id', '=', id).execute()
})

test('a filter finds what a text contains, in any case, with % and _ as they are', async () => {
  const matching = async (q: string) =>
    (await ask(`q=${encodeURIComponent(q)}&pageSize=5`)).body.matching
  expect(await matching('crowd')).toBe(100)
  expect(await matching('PAIR 07')).toBe(2)
  expect(await matching('100%')).toBe(1)
  expect(await matching('n_e')).toBe(1)
  expect(await matching('%')).toBe(1)
  expect(await matching('\\')).toBe(0)
  expect(await matching('nobody like this')).toBe(0)
  const { body } = await ask('q=pair+07&sort=id&order=desc')
  expect(body.users.map(({ lastName }: any) => lastName)).toEqual(['Pair 07', 'Pair 07'])
  // The counts of the range are those of all rows.
  expect(body).toMatchObject({ new_users: 100, matching: 2 })
})

test.each([
  ['sort=password', 'sort'],
  ['sort=id&order=up', 'order'],
  ['pageSize=0', 'pageSize'],
  [`q=${'x'.repeat(201)}`, 'q'],
  ['cursor=after-10', 'cursor'],
  ['sort=id&cursor=1519905600000000.7', 'cursor'],
])('what no list can be asked for is refused: %s', async (query, field) => {
  const { status, body } = await ask(query)
  expect([status, body.error, Object.keys(body.fields)]).toEqual([400, 'bad_input', [field]])
})

test('nobody but admins filters or sorts', async () => {
  expect((await ask('q=a&sort=id', await app.member())).status).toBe(403)
  expect((await app.get(`/api/user/count?${day}&q=a`)).status).toBe(401)
})
