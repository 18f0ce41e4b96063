import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { until } from '#platform/testing/until.ts'
import { valueInTime } from '#platform/testing/settled.ts'

const burgers = 3
const minneapolis = { latitude: 44.977753, longitude: -93.265015 }
let app: TestApp

const ask = async (query: Record<string, string | number>, as?: { token: string }) => {
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]) => [key, String(value)]),
  )
  return app.get(`/api/yolos?${search}`, { as })
}
const names = (cards: Array<{ itemName: string }>) => cards.map(({ itemName }) => itemName)

/** Creates an item saved by a new member each time, so that no quota is reached. */
async function burger(
  at: typeof minneapolis,
  wanted: {
    name?: string
    upvotes?: number
    category?: number
    tags?: number[]
    createdAt?: Date
  } = {},
) {
  const { id: restaurant } = await app.restaurant(at)
  const { id: by } = await app.member()
  return app.item({ restaurant, category: burgers, by, ...wanted })
}

beforeAll(async () => {
  app = await testApp()
})

describe('votes', () => {
  it('lifts a dish past another, for the voter at once and for visitors within 2 s', async () => {
    const at = { latitude: 20, longitude: 20 }
    const lower = await burger(at, { name: 'lower', upvotes: 1 })
    await burger(at, { name: 'upper', upvotes: 1, createdAt: new Date(Date.now() + 1000) })
    const voter = await app.member()
    expect(names((await ask({ category: burgers, ...at })).body.nearBy)).toEqual(['upper', 'lower'])
    const { status, body } = await app.post(`/api/items/${lower.id}/upvote`, {}, { as: voter })
    expect([status, body]).toEqual([
      200,
      { id: lower.id, upvoted: true, canUpvote: false, upvoteCount: 2 },
    ])
    const mine = (await ask({ category: burgers, ...at }, voter)).body.nearBy
    expect(names(mine)).toEqual(['lower', 'upper'])
    expect(mine[0]).toMatchObject({ upvoted: true, canUpvote: false, upvoteCount: 2 })
    const listed = async () => names((await ask({ category: burgers, ...at })).body.nearBy)
    expect(await valueInTime(listed, ['lower', 'upper'])).toEqual(['lower', 'upper'])
    const back = await app.post(`/api/items/${lower.id}/removeUpvote`, {}, { as: voter })
    expect(back.body).toEqual({ id: lower.id, upvoted: false, canUpvote: true, upvoteCount: 1 })
  })

  it('is refused if the dish was renamed since the page was loaded, unless it was merged', async () => {
    const { id: restaurant } = await app.restaurant()
    const [owner, voter] = [await app.member(), await app.member()]
    const made = (name: string) => app.item({ restaurant, category: burgers, by: owner.id, name })
    const [dish, stays] = [await made('Fine burger'), await made('Good burger')]
    const send = (act: string, expectedName?: string) =>
      app.post(`/api/items/${dish.id}/${act}`, { expectedName }, { as: voter })
    const acts = ['upvote', 'expired', 'confirm']
    await app.put('/api/yolo/name', { yoloId: dish.yoloId, new_name: 'Rat soup' }, { as: owner })
    for (const act of acts) {
      const { status, body } = await send(act, 'Fine burger')
      expect([act, status, body.error]).toEqual([act, 409, 'item_renamed'])
    }
    expect((await app.get(`/api/items/${dish.id}`, { as: voter })).body).toMatchObject({
      upvoteCount: 0,
      upvoted: false,
      expired: false,
      confirmedAt: null,
    })
    for (const act of acts) expect((await send(act, ' rat  SOUP')).status).toBe(200)
    const admin = await app.member({ id: 514 })
    await app.post(`/api/items/${dish.id}/merge`, { into: stays.id }, { as: admin })
    for (const act of [...acts, 'removeUpvote'])
      expect((await send(act, 'Fine burger')).status).toBe(200)
  })

  it('a rename and votes that cross never make a vote for another name', async () => {
    const { id: restaurant } = await app.restaurant()
    const owner = await app.member()
    for (let round = 0; round < 4; round++) {
      const [before, after] = [`Fine burger ${round}`, `Rat soup ${round}`]
      const dish = await app.item({ restaurant, category: 5, by: owner.id, name: before })
      const voters = await Promise.all(Array.from({ length: 4 }, () => app.member()))
      const renaming = app.put(
        '/api/yolo/name',
        { yoloId: dish.yoloId, new_name: after },
        { as: owner },
      )
      // In each round the votes come a little later.
      for (let later = 0; later < round; later++) await app.get('/api/health/live')
      const votes = await Promise.all(
        voters.map((as, at) =>
          app.post(
            `/api/items/${dish.id}/${at % 2 ? 'upvote' : 'expired'}`,
            { expectedName: before },
            { as },
          ),
        ),
      )
      const renamed = await renaming
      expect(renamed.status).toBe(200)
      // Either the item kept its name, because the favorite moved to a new one, or each of these was refused.
      const { itemName } = (await app.get(`/api/items/${dish.id}`)).body
      const statuses = votes.map(({ status }) => status)
      expect(statuses).toEqual(votes.map(() => (itemName === before ? expect.any(Number) : 409)))
      await app.delete(`/api/yolos/delete/${dish.yoloId}`, {}, { as: owner })
    }
  })

  it('F7 does nothing twice, twenty at once', async () => {
    const { id } = await burger(minneapolis)
    const voter = await app.member()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.post(`/api/items/${id}/upvote`, {}, { as: voter })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const [row] = (await app.get(`/api/marks?items=${id}`, { as: voter })).body
    expect(row).toMatchObject({ id, upvoted: true, upvoteCount: 1 })
    await Promise.all(
      Array.from({ length: 20 }, () =>
        app.post(`/api/items/${id}/removeUpvote`, {}, { as: voter }),
      ),
    )
    expect((await app.get(`/api/marks?items=${id}`, { as: voter })).body[0]).toMatchObject({
      upvoted: false,
      upvoteCount: 0,
    })
  })

  it('S35 takes no vote for one’s own favourite, none for an item that is gone', async () => {
    const owner = await app.member()
    const { id: restaurant } = await app.restaurant()
    const { id } = await app.item({ restaurant, category: burgers, by: owner.id })
    const own = await app.post(`/api/items/${id}/upvote`, {}, { as: owner })
    expect([own.status, own.body.error]).toEqual([409, 'own_favourite'])
    const gone = await app.post('/api/items/2000000000/upvote', {}, { as: owner })
    expect([gone.status, gone.body.error]).toEqual([404, 'item_not_found'])
  })

  it('neither gives nor takes back a vote for an item that never was', async () => {
    const voter = await app.member()
    for (const call of ['upvote', 'removeUpvote']) {
      const { status, body } = await app.post(`/api/items/999999/${call}`, {}, { as: voter })
      expect([call, status, body.error]).toEqual([call, 404, 'item_not_found'])
    }
  })

  it('S35 a vote that waits for the same member’s save sees what was saved', async () => {
    const { id } = await burger(minneapolis)
    const [member, other] = [await app.member(), await app.member()]
    const saving = await app.services.connect()
    await saving.query('begin')
    await saving.query('select 1 from users where id = $1 for no key update', [member.id])
    const vote = app.post(`/api/items/${id}/upvote`, {}, { as: member })
    const beside = app.post(`/api/items/${id}/upvote`, {}, { as: other })
    await until(async () => {
      const { rows } = await saving.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      return rows.length > 0
    }, 'The vote does not wait.')
    // A vote that waits for its member's lock hasn't locked the item yet, so it can't cause a deadlock with a save.
    await saving.query('select from items where id = $1 for no key update nowait', [id])
    await saving.query(
      'insert into yolos (user_id, item_id, category_id, slot) values ($1, $2, $3, 1)',
      [member.id, id, burgers],
    )
    await saving.query('commit')
    await saving.end()
    const { status, body } = await vote
    expect([status, body.error]).toEqual([409, 'own_favourite'])
    expect((await beside).body).toMatchObject({ upvoted: true, upvoteCount: 1 })
  })

  it('S13 refuses someone else’s userId and changes nothing', async () => {
    const { id } = await burger(minneapolis)
    const [one, other] = [await app.member(), await app.member()]
    const { status, body } = await app.post(
      `/api/items/${id}/upvote`,
      { userId: other.id },
      { as: one },
    )
    expect([status, body.error]).toEqual([403, 'not_yours'])
    expect((await app.get(`/api/marks?items=${id}`, { as: one })).body[0].upvoteCount).toBe(0)
  })

  it('S17 takes JSON only, in the order of checks', async () => {
    const { id } = await burger(minneapolis)
    const as = await app.member()
    const path = `/api/items/${id}/upvote`
    const plain = await app.request('POST', path, {
      as,
      body: '{}',
      headers: { 'Content-Type': 'text/plain' },
    })
    expect([plain.status, plain.body.error]).toEqual([415, 'not_json'])
    const brokenJson = await app.request('POST', path, {
      as,
      body: '{"a":',
      headers: { 'Content-Type': 'application/json' },
    })
    expect([brokenJson.status, brokenJson.body.error]).toEqual([400, 'bad_input'])
    const list = await app.post(path, [], { as })
    expect(list.status).toBe(400)
    const visitor = await app.request('POST', path, {
      body: 'x',
      headers: { 'Content-Type': 'text/plain' },
    })
    expect([visitor.status, visitor.body.error]).toEqual([401, 'not_logged_in'])
    const empty = await app.request('POST', path, {
      as,
      body: '',
      headers: { 'Content-Type': 'application/json' },
    })
    expect(empty.status).toBe(200)
    const large = await app.post(path, { text: 'x'.repeat(70_000) }, { as })
    expect([large.status, large.body.error]).toEqual([413, 'too_large'])
  })
})
