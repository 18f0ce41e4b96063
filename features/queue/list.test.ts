import { beforeAll, expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

const app = await testApp()
let six: Person
let crowd: Person[]
beforeAll(async () => {
  six = await app.member({ id: 6 })
  crowd = await Promise.all([1, 2, 3].map(() => app.member()))
})

const queue = async (query: string) => (await app.get(`/api/admin/queue${query}`, { as: six })).body
const listed = async (query: string) => (await queue(query)).items.map(({ id }: any) => id)
const dismiss = (ids: string[]) =>
  app.post(
    '/api/admin/queue/decide',
    { ids, decision: 'dismiss', reason: 'It is there.' },
    { as: six },
  )
const expired = (id: number, as: Person) => app.post(`/api/items/${id}/expired`, {}, { as })
const closed = (id: number, as: Person) => app.post(`/api/restaurants/${id}/closed`, {}, { as })
const abuse = (kind: string, id: number, as: Person) =>
  app.post('/api/abuse-reports', { kind, id, reason: 'offensive' }, { as })

async function dish() {
  const place = await app.restaurant()
  const owner = await app.member()
  const description = 'Rude words.'
  const made = await app.item({ restaurant: place.id, category: 3, by: owner.id, description })
  return { ...made, owner, place }
}

test('the queue is filtered by names, places and texts, open and decided, and tells how many match', async () => {
  const [soup, rude] = [await dish(), await dish()]
  await expired(soup.id, crowd[0]!)
  await closed(rude.place.id, crowd[0]!)
  await abuse('text', rude.yoloId, crowd[0]!)
  await abuse('member', rude.owner.id, crowd[0]!)
  const ids = {
    item: `item-${soup.id}-1`,
    place: `restaurant-${rude.place.id}-1`,
    text: `text-${rude.yoloId}-1`,
    member: `member-${rude.owner.id}-1`,
  }
  const found = async (q: string, state = 'open') => {
    const { items, matching } = await queue(`?state=${state}&q=${encodeURIComponent(q)}`)
    expect(matching).toBe(items.length)
    return items.map(({ id }: any) => id).sort()
  }
  for (const state of ['open', 'decided']) {
    expect(await found(soup.name.toUpperCase(), state)).toEqual([ids.item])
    expect(await found(rude.place.name, state)).toEqual([ids.place, ids.text].sort())
    expect(await found('rude WORDS', state)).toEqual([ids.text])
    expect(await found(rude.owner.name, state)).toEqual([ids.member, ids.text].sort())
    expect(await found('%', state)).toEqual([])
    expect(await found('', state)).toEqual(Object.values(ids).sort())
    expect((await queue(`?state=${state}&kind=closed&q=rude`)).matching).toBe(0)
    await dismiss(Object.values(ids))
  }
  expect((await queue('?pageSize=1&state=decided')).items).toHaveLength(1)
})

test('the queue is sorted by a column, and goes on in that order', async () => {
  const [one, three, two] = [await dish(), await dish(), await dish()]
  const ids = [one, two, three].map(({ id }) => `item-${id}-1`)
  for (const [made, count] of [
    [one, 1],
    [three, 3],
    [two, 2],
  ] as const)
    for (const by of crowd.slice(0, count)) await expired(made.id, by)
  expect(await listed('?sort=count')).toEqual(ids)
  expect(await listed('?sort=count&order=desc')).toEqual(ids.toReversed())
  expect(await listed('?sort=newest&order=asc')).toEqual([ids[0], ids[2], ids[1]])
  const first = await queue('?sort=count&pageSize=2')
  expect(first.items.map(({ id }: any) => id)).toEqual(ids.slice(0, 2))
  expect(await listed(`?sort=count&pageSize=2&cursor=${first.cursor}`)).toEqual(ids.slice(2))
  const wrong = await app.get(`/api/admin/queue?cursor=${first.cursor}`, { as: six })
  expect([wrong.status, wrong.body.error]).toEqual([400, 'bad_cursor'])
  expect((await app.get('/api/admin/queue?sort=name', { as: six })).status).toBe(400)
})

test('reports of unverified members put no case before one of a verified member', async () => {
  await app.database.deleteFrom('item_reports').execute()
  await app.database.deleteFrom('abuse_reports').execute()
  const puppets = await Promise.all([1, 2, 3].map(() => app.member({ verified: false })))
  const [honest, decoy] = [await dish(), await dish()]
  await expired(honest.id, crowd[0]!)
  await abuse('text', honest.yoloId, crowd[0]!)
  for (const puppet of puppets) {
    await expired(decoy.id, puppet)
    await abuse('text', decoy.yoloId, puppet)
    await abuse('text', honest.yoloId, puppet)
  }
  const orderOf = (one: Awaited<ReturnType<typeof dish>>) => [
    `text-${one.yoloId}-1`,
    `item-${one.id}-1`,
  ]
  const cases = [...orderOf(honest), ...orderOf(decoy)]
  const { items } = await queue('')
  expect(items.map(({ id }: any) => id)).toEqual(cases)
  expect(items.map(({ count, counting }: any) => [count, counting])).toEqual([
    [4, 1],
    [1, 1],
    [3, 0],
    [3, 0],
  ])
  // Of one case, too, the members whose reports count are read first.
  expect(items[0].reporters[0].userId).toBe(crowd[0]!.id)
  expect(items[0].newest).toBe(items[0].reporters[1].at)
  expect((await listed('?sort=count&order=desc')).slice(0, 2).sort()).toEqual(
    orderOf(honest).sort(),
  )

  // A member who verifies between two pages moves no case to the one that was read.
  const first = await queue('?pageSize=2')
  await app.database
    .updateTable('users')
    .set({ email_verified_at: new Date(Date.now() + 1000) })
    .where(
      'id',
      'in',
      puppets.map(({ id }) => id),
    )
    .execute()
  expect(await listed(`?pageSize=2&cursor=${first.cursor}`)).toEqual(cases.slice(2))
  const after = await queue('')
  expect(after.items.map(({ counting }: any) => counting)).toEqual([4, 3, 3, 1])
})

test('a member who reports several texts of one favorite is one reporter', async () => {
  await app.database.deleteFrom('abuse_reports').execute()
  const [loud, plain] = [await dish(), await dish()]
  const report = (id: number, reason: string, as: Person) =>
    app.post('/api/abuse-reports', { kind: 'text', id, reason }, { as })
  for (const by of crowd.slice(0, 2)) await report(plain.yoloId, 'spam', by)
  const edit = (description: string) =>
    app.put('/api/yolos', { id: loud.yoloId, description }, { as: loud.owner })
  for (const text of ['One.', 'Two.', 'Three.']) {
    expect((await edit(text)).status).toBe(200)
    expect((await report(loud.yoloId, 'offensive', crowd[0]!)).status).toBe(200)
  }
  const rows = async () =>
    (await queue('?kind=abuse')).items.map(({ id, count, counting, reporters, texts }: any) => [
      id,
      count,
      counting,
      reporters.length,
      texts.remove.usualReason,
    ])
  const [ofLoud, ofPlain] = [`text-${loud.yoloId}-1`, `text-${plain.yoloId}-1`]
  expect(await rows()).toEqual([
    [ofPlain, 2, 2, 2, 'It is spam.'],
    [ofLoud, 1, 1, 3, 'It is offensive or hateful.'],
  ])
  // Nor do they choose the reason beside two others.
  for (const by of crowd.slice(1)) await report(loud.yoloId, 'spam', by)
  expect(await rows()).toEqual([
    [ofLoud, 3, 3, 5, 'It is spam.'],
    [ofPlain, 2, 2, 2, 'It is spam.'],
  ])
})
