import { describe, expect, test } from 'vitest'
import { refusesSuspended, type AnyCall } from '#platform/contract/call.ts'
import { isAccessAllowed } from '#domain/vocabulary/roles.ts'
import { calls as allCalls } from '#app/contract.ts'
import { roles, type Role } from '#platform/testing/access.ts'
import { openWorld } from '#platform/testing/access-world.ts'
import { samples as rows } from './access-samples.ts'

const world = await openWorld()
const { owner, stranger } = world

const leaks: { route: string; role: Role; text: string; mayShow: string[] }[] = []

function expected(call: AnyCall, role: Role): number {
  const { status } = rows[call.route]!
  if (call.access !== 'anyone') {
    if (role === 'visitor') return 401
    const id = Number(role)
    if (!isAccessAllowed(call.access, { id: Number.isNaN(id) ? 1000 : id })) return 403
  }
  if (role === 'suspended' && refusesSuspended(call)) return 403
  // A suspended member reads and deletes like others.
  return status?.[role === 'suspended' ? 'member' : role] ?? status?.all ?? 200
}

test('S12 every call has a row, and every row a call', () => {
  expect(new Set(Object.keys(rows))).toEqual(new Set(allCalls.map(({ route }) => route)))
})

const covered = allCalls.filter(({ route }) => rows[route])

describe.each(covered.map((call) => [call.route, call] as const))('S12 %s', (route, call) => {
  test.each(roles)('as %s', async (role) => {
    const input = await rows[route]!.input(world)
    const as = await world.actor(role)
    const answer = await world.send(call, input as Record<string, unknown>, as)
    expect(answer.status, answer.text.slice(0, 300)).toBe(expected(call, role))
    if (answer.status >= 400)
      expect(answer.body).toMatchObject({ error: expect.any(String), message: expect.any(String) })
    const { email: typed = '', token = '' } = input as { email?: string; token?: string }
    // Who has a mailed link reads that mailbox.
    const mayShow = [as?.email ?? '', typed, world.mailedTo.get(token) ?? '']
    leaks.push({ route, role, text: answer.text, mayShow })
  })
})

const naming = covered.filter(
  ({ input, othersId }) => !othersId && ('userId' in input.shape || 'user' in input.shape),
)

test.each(naming.map((call) => [call.route, call] as const))(
  'S13 %s with someone else’s id → 403, and nothing has changed',
  async (route, call) => {
    const input = (await rows[route]!.input(world)) as Record<string, unknown>
    // Use a person with access to the call, because the role is checked before the ID.
    const as = await world.actor(call.access === 'member' ? 'member' : '514')
    const key = 'userId' in call.input.shape ? 'userId' : 'user'
    const before = await world.state()
    const answer = await world.send(call, { ...input, [key]: owner.id }, as)
    expect(answer.status).toBe(403)
    expect(answer.body.error).toBe('not_yours')
    expect(await world.state()).toEqual(before)
  },
)

/** Values that no call may take into the database, others for each call, so that one look at the end names it. */
const plantedBy = (nth: number) => ({
  id: 987_600_000 + nth,
  role: `planted-${nth}-value`,
  isAdmin: true,
  verified: `planted-${nth}-value`,
  upvoteCount: 987_600_000 + nth,
  vote_count: 987_600_000 + nth,
  adjustment: 987_600_000 + nth,
  counted: `planted-${nth}-value`,
  user_id: 987_600_000 + nth,
  user_name: `planted-${nth}-value`,
  email_verified_at: '1987-06-05T00:00:00Z',
  created_at: '1987-06-05T00:00:00Z',
})

const writing = covered.filter(
  ({ route, consumes, bodyList }) => !route.startsWith('GET ') && !consumes && !bodyList,
)

test.each(writing.map((call, nth) => [call.route, call, nth] as const))(
  'S14 %s is answered as ever with fields that it doesn’t know',
  async (route, call, nth) => {
    const input = (await rows[route]!.input(world)) as Record<string, unknown>
    const unknown = Object.fromEntries(
      Object.entries(plantedBy(nth)).filter(([key]) => !(key in call.input.shape)),
    )
    const as = await world.actor('member')
    const dirty = JSON.stringify({ ...unknown, ...input }).replace(
      /^\{/,
      `{"__proto__":{"planted":"planted-${nth}-value"},"constructor":{"prototype":{"planted":1}},`,
    )
    const answer = await world.send(call, input, as, dirty)
    expect([expected(call, 'member'), 400]).toContain(answer.status)
    expect('planted' in {}).toBe(false)
  },
)

test('S14 no call has set anything by fields that it doesn’t know', async () => {
  const all = await world.everything()
  expect(all).toContain(owner.email)
  const planted = (text: string) => {
    const nth = Number(/\d{3}$/.exec(text) ?? /\d+/.exec(text))
    return nth < writing.length ? [`${text}: ${writing[nth]!.route}`] : []
  }
  const found = all.match(/planted-\d+-value|987600\d{3}/g) ?? []
  expect(found.flatMap(planted)).toEqual([])
  expect(all).not.toContain('1987-06-0')
})

test('S15 no answer but an admin’s holds another’s e-mail, a hash or a token', () => {
  expect(leaks.length).toBe(covered.length * roles.length)
  const admins: Role[] = ['514', '6']
  for (const { route, role, text, mayShow } of leaks) {
    if (admins.includes(role) && covered.find((call) => call.route === route)!.access !== 'anyone')
      continue
    const addresses = text.match(/[\w.+-]+@example\.(?:com|org)/g) ?? []
    expect(
      addresses.filter((address) => !mayShow.includes(address)),
      `${route} as ${role}`,
    ).toEqual([])
    expect(text, `${route} as ${role}`).not.toMatch(/\$argon2|password_hash|token_hash/)
    for (const { token } of [owner, stranger]) expect(text).not.toContain(token)
  }
})
