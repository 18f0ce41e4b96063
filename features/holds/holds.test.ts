import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import { holdMembers, releaseMembers } from '#domain/holds.ts'
import { membersWithWrongCounts } from '#domain/votes-that-count.ts'
import { transact } from '#platform/server/database/database.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { valueInTime } from '#platform/testing/settled.ts'
import { untilTaken } from '#platform/testing/until.ts'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await testApp()
  admin = await app.member({ id: 6 })
})
afterEach(async () => {
  expect(await violatedInvariants(app.database)).toEqual([])
  expect(await membersWithWrongCounts(app.database, new Date())).toEqual([])
})

const crowd = (count: number) => Promise.all(Array.from({ length: count }, () => app.member()))
const hold = ({ id }: Person, reason = 'Votes in a row.', as = admin) =>
  app.post('/api/admin/holds', { userId: id, reason }, { as })
const release = ({ id }: Person, body: object = {}, as = admin) =>
  app.delete(`/api/admin/holds/${id}`, body, { as })
const vote = (item: number, as: Person) => app.post(`/api/items/${item}/upvote`, {}, { as })
const why = async (item: number) => (await app.get(`/api/items/${item}/why`)).body
/** How many favorites a dish has, and how many of them count. */
const weight = async (item: number) => {
  const { rows } = await sql<{ all: number; counted: number }>`
    select yolo_count as all, counted_yolos as counted from items where id = ${item}`.execute(
    app.database,
  )
  return [rows[0]!.all, rows[0]!.counted]
}
const own = async (as: Person) => (await app.get('/api/holds', { as })).body.hold
const burgers = 3
let place: Awaited<ReturnType<TestApp['restaurant']>>
beforeAll(async () => {
  place = await app.restaurant()
})
const dish = async (by?: Person) =>
  app.item({ restaurant: place.id, category: burgers, by: (by ?? (await app.member())).id })
/** Returns these dishes in the order in which lists show them to a visitor, once the lists have caught up. */
const order = (wanted: number[]) =>
  valueInTime(async () => {
    const { body } = await app.get(`/api/yolos?category=${burgers}`)
    return (body.top as { id: number }[]).map(({ id }) => id).filter((id) => wanted.includes(id))
  }, wanted)

describe('holding a member', () => {
  it('is an admin’s, once, with a reason, and stands in the audit; staff and nobody are told apart', async () => {
    const one = await app.member()
    expect((await hold(one, 'x', await app.member())).status).toBe(403)
    expect((await hold(one, ' ')).body.fields).toHaveProperty('reason')
    expect((await hold(one, 'x'.repeat(501))).body.fields).toHaveProperty('reason')
    const { body } = await hold(one)
    expect(body).toMatchObject({ userId: one.id, changed: true, reason: 'Votes in a row.' })
    expect((await hold(one, 'Another reason.')).body).toEqual({ ...body, changed: false })
    for (const id of [6, 7, 20, 514])
      expect((await hold({ ...one, id })).body).toMatchObject({ error: 'staff_account' })
    for (const answer of [
      await hold({ ...one, id: 999_999 }),
      await release({ ...one, id: 999_999 }),
    ])
      expect([answer.status, answer.body.error]).toEqual([404, 'member_not_found'])
    expect((await release(one, { reason: 'It was a party.' })).body.changed).toBe(true)
    expect((await release(one)).body).toEqual({ userId: one.id, changed: false })
    const rows = await app.database
      .selectFrom('audit')
      .select(['actor_id', 'action', 'before', 'after'])
      .where('subject', '=', `member ${one.id}`)
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { actor_id: 6, action: 'member.hold', before: null, after: { reason: 'Votes in a row.' } },
      {
        actor_id: 6,
        action: 'member.release',
        before: { reason: 'Votes in a row.' },
        after: { reason: 'It was a party.' },
      },
    ])
  })

  it('is told to them alone, and answered once', async () => {
    const [one, fan] = await crowd(2)
    expect(await own(one!)).toBe(null)
    const answer = (text: string, as = one!) => app.post('/api/holds/answer', { text }, { as })
    expect((await answer('Why?')).body.error).toBe('not_held')
    await hold(one!, 'Forty votes in a minute.')
    expect(await own(one!)).toMatchObject({
      reason: 'Forty votes in a minute.',
      byRule: false,
      answer: null,
    })
    expect((await answer('  ')).body.fields).toHaveProperty('text')
    expect((await answer('x'.repeat(1001))).body.fields).toHaveProperty('text')
    expect((await answer('We had a party.')).body.answer).toBe('We had a party.')
    expect((await answer('Another word.')).body.error).toBe('answered_already')
    expect(await own(one!)).toMatchObject({ answer: 'We had a party.' })
    expect(await own(fan!)).toBe(null)
    for (const as of [null, fan!]) {
      const { text } = await app.get(`/api/users/${one!.id}`, { as })
      expect(text).not.toMatch(/held|Forty/)
    }
    const { body: story } = await app.get(`/api/admin/members/${one!.id}`, { as: admin })
    expect(story.member.states).toEqual(['held'])
    expect(story.parts.holds.rows).toMatchObject([
      { words: 'Forty votes in a minute.', answer: 'We had a party.', marks: ['standing'] },
    ])
    await release(one!)
    expect(await own(one!)).toBe(null)
    expect((await answer('Too late.')).body.error).toBe('not_held')
  })
})

describe('what a held member counts for', () => {
  it('votes are set aside at once, those cast meanwhile too, and all come back with the release', async () => {
    const [first, second] = [await dish(), await dish()]
    const one = await app.member()
    expect((await vote(first.id, one)).body.upvoteCount).toBe(1)
    await hold(one)
    expect(await why(first.id)).toMatchObject({ upvoteCount: 0, votes: 0 })
    expect((await vote(second.id, one)).body).toMatchObject({ upvoted: true, upvoteCount: 0 })
    expect(await order([second.id, first.id])).toEqual([second.id, first.id])
    await release(one)
    for (const { id } of [first, second])
      expect(await why(id)).toMatchObject({ upvoteCount: 1, votes: 1 })
  })

  it('a lapsed vote stays set aside after a release, a held one after verifying: two reasons', async () => {
    const { id } = await dish()
    const now = new Date()
    const one = await app.member({
      verified: false,
      createdAt: new Date(now.getTime() - 8 * 86_400_000),
    })
    await vote(id, one)
    await hold(one)
    await release(one)
    expect((await why(id)).votes).toBe(0)
    await hold(one)
    await app.database
      .updateTable('users')
      .set({ email_verified_at: now })
      .where('id', '=', one.id)
      .execute()
    await transact(app.database, (tx) =>
      holdMembers(tx, { members: [one.id], reason: 'x', by: 'rule', now }),
    )
    expect(await why(id)).toMatchObject({ votes: 0 })
    await release(one)
    expect(await why(id)).toMatchObject({ votes: 1 })
  })

  it('favorites stay shown, listed and counted on the card, and weigh nothing in ranks until the release', async () => {
    const [fan, friend] = await crowd(2)
    const [plain, loved] = [await dish(), await dish(fan)]
    await app.post('/api/yolos', { itemId: loved.id, categoryId: burgers }, { as: friend! })
    expect(await order([loved.id, plain.id])).toEqual([loved.id, plain.id])
    await hold(fan!)
    await hold(friend!)
    expect(await order([plain.id, loved.id])).toEqual([plain.id, loved.id])
    const { body } = await app.get(`/api/items/${loved.id}`)
    expect(body.yoloCount).toBe(2)
    expect(body.yolos).toHaveLength(2)
    expect(await weight(loved.id)).toEqual([2, 0])
    const placeOf = async ({ id }: { id: number }) =>
      (await app.get(`/api/items/${id}`)).body.rank.place
    expect(await placeOf(plain)).toBeLessThan(await placeOf(loved))
    await release(fan!)
    await release(friend!)
    expect(await order([loved.id, plain.id])).toEqual([loved.id, plain.id])
    expect(await weight(loved.id)).toEqual([2, 2])
  })

  it('what is saved, moved, deleted and restored while held weighs nothing, and all of it later', async () => {
    const one = await app.member()
    await hold(one)
    const saved = await app.post(
      '/api/yolos',
      { placeId: place.placeId, categoryId: 2, itemName: 'White pie' },
      { as: one },
    )
    expect(saved.status).toBe(200)
    const { id: yoloId, itemId } = saved.body
    const counts = () => weight(itemId)
    expect(await counts()).toEqual([1, 0])
    await app.delete(`/api/yolos/delete/${yoloId}`, {}, { as: one })
    expect(await counts()).toEqual([0, 0])
    await app.post(`/api/yolos/${yoloId}/restore`, {}, { as: one })
    expect(await counts()).toEqual([1, 0])
    await release(one)
    expect(await counts()).toEqual([1, 1])
  })

  it('a dish that held members reported gone comes back at once, and goes again with the next report after their release', async () => {
    const { id } = await dish()
    const rivals = await crowd(5)
    for (const as of rivals) await app.post(`/api/items/${id}/expired`, {}, { as })
    const gone = async () => (await app.get(`/api/items/${id}`)).body.gone
    const queued = async () => {
      const { body } = await app.get('/api/admin/queue?kind=expired', { as: admin })
      const found = body.items.find((one: { link: string }) => one.link.includes(`/${id}?`))
      return found ? [found.count, found.reporters.length] : null
    }
    expect(await gone()).toBe(true)
    expect(await queued()).toEqual([5, 5])
    await hold(rivals[0]!)
    expect(await gone()).toBe(false)
    expect(await queued()).toEqual([4, 4])
    for (const one of rivals.slice(1)) await hold(one)
    expect(await queued()).toBe(null)
    const { body: marked } = await app.get('/api/markedExpiredItem', {
      as: await app.member({ id: 514 }),
    })
    expect(marked.map((one: { id: number }) => one.id)).not.toContain(id)
    // A held member can report and take back reports. Rival 4's helped to hide the dish, so it can't be made again.
    const [late] = await crowd(1)
    await hold(late!)
    await app.post(`/api/items/${id}/expired`, {}, { as: late! })
    await app.delete(`/api/items/${id}/expired`, {}, { as: rivals[4]! })
    await app.post(`/api/items/${id}/expired`, {}, { as: rivals[4]! })
    for (const one of rivals) await release(one)
    expect(await gone()).toBe(false)
    await release(late!)
    expect(await gone()).toBe(false)
    await app.post(`/api/items/${id}/expired`, {}, { as: await app.member() })
    expect(await gone()).toBe(true)
  })

  it('the same of a restaurant that they reported closed', async () => {
    const other = await app.restaurant()
    const by = (await app.member()).id
    const { id } = await app.item({ restaurant: other.id, category: burgers, by })
    const rivals = await crowd(5)
    for (const as of rivals) await app.post(`/api/restaurants/${other.id}/closed`, {}, { as })
    const state = async () => {
      const { closed } = (await app.get(`/api/restaurants/${other.id}`)).body.restaurant
      return [closed, (await app.get(`/api/items/${id}`)).body.closed]
    }
    expect(await state()).toEqual([true, true])
    await hold(rivals[2]!)
    expect(await state()).toEqual([false, false])
    await release(rivals[2]!)
    expect(await state()).toEqual([false, false])
    await app.post(`/api/restaurants/${other.id}/closed`, {}, { as: await app.member() })
    expect(await state()).toEqual([true, true])
  })

  it('their reports of abuse wait out of the queue', async () => {
    const [author, one] = await crowd(2)
    await app.post(
      '/api/abuse-reports',
      { kind: 'member', id: author!.id, reason: 'spam' },
      { as: one! },
    )
    const queued = async () => {
      const { body } = await app.get('/api/admin/queue?kind=abuse', { as: admin })
      const { body: cases } = await app.get('/api/abuse-reports', { as: admin })
      return [body.items, cases.items].map((items) => items.length)
    }
    expect(await queued()).toEqual([1, 1])
    await hold(one!)
    expect(await queued()).toEqual([0, 0])
    await release(one!)
    expect(await queued()).toEqual([1, 1])
  })
})

describe('many at once', () => {
  const now = () => new Date()
  const by = 'rule'
  const hidden = async (id: number) =>
    await app.database
      .selectFrom('items')
      .select(['vote_count', 'counted_yolos', 'hidden_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  it('hundreds of members are held and released in one transaction each, newly held alone are told', async () => {
    const { id } = await dish()
    const { rows } = await sql<{ id: number }>`
      insert into users (user_name, user_name_key, email_verified_at)
      select 'Puppet ' || n, 'puppet ' || n, now() from generate_series(1, 400) n returning id`.execute(
      app.database,
    )
    const puppets = rows.map((row) => row.id)
    await sql`insert into votes (item_id, user_id) select ${id}, unnest(${puppets}::integer[])`.execute(
      app.database,
    )
    await sql`
      insert into item_reports (item_id, user_id) select ${(await dish()).id}, unnest(${puppets}::integer[])`.execute(
      app.database,
    )
    await hold({ ...admin, id: puppets[0]! })
    const held = await transact(app.database, (tx) =>
      holdMembers(tx, {
        members: [...puppets, 514, 888_888],
        reason: 'A ring.',
        by,
        clusterId: '7',
        now: now(),
      }),
    )
    expect(held).toEqual(puppets.slice(1).sort((a, b) => a - b))
    expect((await hidden(id)).vote_count).toBe(0)
    const told = await app.database
      .selectFrom('holds')
      .select(['by_admin', 'cluster_id'])
      .where('user_id', '=', puppets[1]!)
      .execute()
    expect(told).toEqual([{ by_admin: null, cluster_id: '7' }])
    const released = await transact(app.database, (tx) =>
      releaseMembers(tx, { members: puppets, by: 514, now: now() }),
    )
    expect(released).toHaveLength(400)
    expect((await hidden(id)).vote_count).toBe(400)
  }, 60_000)

  test('F8 votes, saves and reports that cross with holds and releases: what counts at the end is what should', async () => {
    const items = await Promise.all(Array.from({ length: 4 }, () => dish()))
    const people = await crowd(12)
    const wanted = people.map((_, n) => n % 2 === 0)
    const acts = people.flatMap((as, n) => [
      () => vote(items[n % 4]!.id, as),
      () => app.post('/api/yolos', { itemId: items[(n + 1) % 4]!.id, categoryId: burgers }, { as }),
      () => app.post(`/api/items/${items[(n + 2) % 4]!.id}/expired`, {}, { as }),
      () => app.post(`/api/restaurants/${place.id}/closed`, {}, { as }),
      () => hold(as),
      () => release(as),
      () => hold(as),
    ])
    const answers = await Promise.all(acts.map((act) => act()))
    expect(
      answers.map(({ status }) => status).filter((status) => status >= 500 && status !== 503),
    ).toEqual([])
    // Finally every second member is held, whatever their state is now.
    await Promise.all(people.map((as, n) => (wanted[n] ? hold(as) : release(as))))
    const { rows } = await sql<{ id: number; held: boolean; wrong: number }>`
      select u.id, u.held_at is not null as held,
             (select count(*) from votes v where v.user_id = u.id and v.counted = (u.held_at is not null))::integer as wrong
        from users u where u.id = any (${people.map(({ id }) => id)}::integer[]) order by u.id`.execute(
      app.database,
    )
    const held = new Set(people.filter((_, n) => wanted[n]).map(({ id }) => id))
    for (const row of rows) expect(row).toEqual({ id: row.id, held: held.has(row.id), wrong: 0 })
    const open = await app.database
      .selectFrom('holds')
      .select('user_id')
      .where('released_at', 'is', null)
      .where(
        'user_id',
        'in',
        people.map(({ id }) => id),
      )
      .execute()
    expect(new Set(open.map((row) => row.user_id))).toEqual(held)
    await app.database.deleteFrom('restaurant_reports').execute()
  }, 60_000)

  test('F8 a vote and a hold of one member at once, twenty times: the vote is there and never counts', async () => {
    const { id } = await dish()
    const people = await crowd(20)
    const sent = people.flatMap((as) => [() => vote(id, as), () => hold(as)])
    for (const { status } of await Promise.all(sent.map(untilTaken))) expect(status).toBe(200)
    const { vote_count } = await hidden(id)
    expect(vote_count).toBe(0)
    await Promise.all(people.map((as) => release(as)))
    expect((await hidden(id)).vote_count).toBe(20)
  }, 60_000)

  test('F8 a hold waits for a save and for a report that are not committed yet', async () => {
    const { id } = await dish()
    const one = await app.member()
    let held: Promise<unknown> | undefined
    await transact(app.database, async (tx) => {
      await sql`insert into item_reports (item_id, user_id) values (${id}, ${one.id})`.execute(tx)
      await sql`
        insert into yolos (user_id, item_id, category_id, slot) values (${one.id}, ${id}, ${burgers}, 1)`.execute(
        tx,
      )
      held = hold(one)
      await expect
        .poll(async () => {
          const { rows } = await sql<{ waiting: number }>`
            select count(*)::integer as waiting from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'`.execute(app.database)
          return rows[0]!.waiting
        })
        .toBeGreaterThan(0)
    })
    await held
    expect((await hidden(id)).counted_yolos).toBe(1)
    expect(await weight(id)).toEqual([2, 1])
  })
})
