import { beforeAll, expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
let admin: { token: string }
beforeAll(async () => {
  admin = await app.member({ id: 6 })
})
const ask = (query: Record<string, string>) =>
  app.get(`/api/admin/members?${new URLSearchParams(query)}`, { as: admin })
const found = async (q: string) => {
  const { status, body } = await ask({ q })
  expect(status).toBe(200)
  return body.items.map(({ id }: any) => id)
}
async function person(userName: string, change: object = {}) {
  const member = await app.member({ userName })
  await app.database.updateTable('users').set(change).where('id', '=', member.id).execute()
  return member
}

test('members are found by id, user name, name and address, by beginnings of words', async () => {
  const jose = await person('Zorro-of-Uptown', {
    first_name: 'José María',
    last_name: 'Núñez',
    email: 'tapas.king@example.net',
  })
  for (const q of [
    String(jose.id),
    'zorro',
    'UPTOWN',
    'zorro-of-up',
    'jose',
    'José',
    'nunez mar',
    'tapas.king@example.net',
    'tapas.k',
    'king',
  ])
    expect(await found(q), q).toContain(jose.id)
  for (const q of ['orro', 'zorro.of', 'apas', 'jose nobody', String(jose.id + 1), '%', "'", '-'])
    expect(await found(q), q).not.toContain(jose.id)
})

test('a row says who it is, and what is not as usual', async () => {
  const when = new Date('2021-02-03T04:05:06Z')
  const odd = await person('Quirky', {
    email_verified_at: null,
    disabled_at: when,
    created_at: when,
  })
  const { body } = await ask({ q: 'quirky' })
  expect(body).toEqual({
    items: [
      {
        id: odd.id,
        userName: 'Quirky',
        firstName: null,
        lastName: null,
        email: odd.email,
        platform: 'email',
        createdAt: '2021-02-03T04:05:06.000Z',
        states: ['unverified', 'disabled'],
      },
    ],
    cursor: null,
    matching: 1,
  })
})

test('without words it is everyone, the newest first, page by page, nobody twice', async () => {
  await app.database
    .insertInto('users')
    .values(
      Array.from({ length: 101 }, (_, n) => ({
        user_name: `Flock ${n}`,
        user_name_key: `flock ${n}`,
      })),
    )
    .execute()
  const { body } = await ask({ q: '' })
  expect(body.items.length).toBe(100)
  const seen: number[] = []
  let cursor: number | null = 2_147_483_647
  while (cursor !== null) {
    const page: any = (await ask({ q: 'flock', cursor: String(cursor) })).body
    seen.push(...page.items.map(({ id }: any) => id))
    cursor = page.cursor
  }
  expect(seen.length).toBe(101)
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a))
})

test('those found are sorted by a column and chosen by state, and the rest is paged in that order', async () => {
  const when = new Date('2021-02-03T04:05:06Z')
  const [bo, al, nobody] = [
    await person('Sorted bo', { last_name: 'bergman', disabled_at: when }),
    await person('Sorted al', { last_name: 'Almodóvar' }),
    await person('Sorted nobody', { last_name: null }),
  ]
  const sorted = async (query: Record<string, string>) =>
    (await ask({ q: 'sorted', ...query })).body.items.map(({ id }: any) => id)
  expect(await sorted({ sort: 'lastName' })).toEqual([al.id, bo.id, nobody.id])
  expect(await sorted({ sort: 'lastName', order: 'desc' })).toEqual([bo.id, al.id, nobody.id])
  expect(await sorted({ sort: 'id', order: 'asc' })).toEqual([bo.id, al.id, nobody.id])
  expect(await sorted({ state: 'disabled' })).toEqual([bo.id])
  expect(await sorted({ state: 'active', sort: 'userName' })).toEqual([al.id, nobody.id])
  const everyone = await ask({ sort: 'userName', order: 'desc', pageSize: '1' })
  expect(everyone.body.items[0].userName).toBe('Zorro-of-Uptown')
  for (const state of ['taken-down', 'held', 'leaving'])
    expect((await ask({ state })).body).toMatchObject({ items: [], matching: 0 })
  for (const state of ['unverified', 'disabled', 'active'])
    expect((await ask({ state })).body.items.length, state).toBeGreaterThan(0)
  const { body: first } = await ask({ q: 'sorted', sort: 'userName', pageSize: '2' })
  expect(first).toMatchObject({ items: [{ id: al.id }, { id: bo.id }], matching: 3 })
  const { body: second } = await ask({
    q: 'sorted',
    sort: 'userName',
    pageSize: '2',
    cursor: String(first.cursor),
  })
  expect(second).toMatchObject({ items: [{ id: nobody.id }], cursor: null, matching: null })
})

test.each([
  [{ q: 'x'.repeat(201) }, 'q'],
  [{ sort: 'email_verified_at' }, 'sort'],
  [{ sort: 'id', order: 'up' }, 'order'],
  [{ state: 'odd' }, 'state'],
  [{ pageSize: '1001' }, 'pageSize'],
  [{ q: 'a\u0007b' }, 'q'],
  [{ cursor: '0' }, 'cursor'],
  [{ cursor: '2147483648' }, 'cursor'],
])('what can’t be looked for is refused: %j', async (query, field) => {
  const { status, body } = await ask(query)
  expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
})

test.each(["'", "':*", '!', '&|', '\\', '(a', "a' | 'b", '\u0130stanbul', '  ', '🍔', 'ﬁ'])(
  'whatever is typed is words: %s',
  async (q) => expect((await ask({ q })).status).toBe(200),
)
