import pg from 'pg'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { makeContest } from './contests.testing.ts'
import { queues } from './server.ts'

// A contest that can't be closed, or is large.

const app = await testApp()
const admin = await app.member({ id: 514 })
const day = 24 * 60 * 60 * 1000
const closeAll = () => queues(app.services)[0]!.run({})

async function contestDueNow() {
  const closesAt = new Date(Date.now() + day)
  const id = await makeContest(app, admin, { closesAt: closesAt.toISOString() })
  return { id, due: () => app.clock.set(new Date(closesAt.getTime() + 1000)), closesAt }
}
const isClosed = async (id: number) =>
  (await app.get(`/api/contests/${id}`)).body.closedAt === null ? 'open' : 'closed'
const follow = async () =>
  (
    await app.post(
      '/api/follow/follow-user',
      { userId: (await app.member()).id },
      { as: await app.member() },
    )
  ).status

test('writes wait together for a closing that fails, and then leave it to the job', async () => {
  const { id, due, closesAt } = await contestDueNow()
  await sql`create sequence closings`.execute(app.database)
  await sql`alter function close_contest rename to close_contest_of_before`.execute(app.database)
  await sql
    .raw(`create function close_contest(which integer, moment timestamptz) returns boolean language plpgsql as $$
      begin
        perform nextval('closings'), pg_sleep(0.2);
        raise exception 'too slow';
      end $$`)
    .execute(app.database)
  const tried = async () =>
    (await sql<{ n: number }>`select last_value::integer as n from closings`.execute(app.database))
      .rows[0]!.n
  due()
  expect(await Promise.all(Array.from({ length: 6 }, follow))).toEqual(Array(6).fill(200))
  expect(await tried()).toBe(1)
  expect(await follow()).toBe(200)
  // Taking part ends at the moment that was told, even so.
  const late = { as: await app.member() }
  const confirmed = await app.post(`/api/contests/${id}/confirm`, { eligible: true }, late)
  expect([confirmed.status, confirmed.body.error]).toEqual([409, 'contest_closed'])
  expect(await tried()).toBe(1)
  await sql`drop function close_contest`.execute(app.database)
  await sql`alter function close_contest_of_before rename to close_contest`.execute(app.database)
  expect(
    (
      await app.database
        .selectFrom('contests')
        .select('closed_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).closed_at,
  ).toBeNull()
  app.clock.set(new Date(closesAt.getTime() + 2 * 60_000))
  expect(await follow()).toBe(200)
  expect(await isClosed(id)).toBe('closed')
  app.clock.set(null)
})

test('while a contest is being closed, writes and a drawing go on, and neither its entries nor it are waited for', async () => {
  const other = await makeContest(app, admin)
  const { id, due } = await contestDueNow()
  const { id: restaurant } = await app.restaurant()
  const member = await app.member()
  const entered = await app.item({ restaurant, category: 3, by: member.id })
  const confirm = (contest: number) =>
    app.post(`/api/contests/${contest}/confirm`, { eligible: true }, { as: member })
  for (const contest of [id, other]) await confirm(contest)
  await app.post(`/api/contests/${other}/close`, {}, { as: admin })
  const closing = new pg.Client({ connectionString: app.databaseUrl })
  await closing.connect()
  try {
    await closing.query(
      `begin; select pg_advisory_xact_lock(hashtext('close_contest'), ${id}); select from contests where id = ${id} for update`,
    )
    due()
    const begun = performance.now()
    expect(await follow()).toBe(200)
    const { status } = await app.delete(`/api/yolos/delete/${entered.yoloId}`, {}, { as: member })
    expect(status).toBe(503)
    expect((await confirm(id)).body.error).toBe('contest_closed')
    expect((await app.post(`/api/contests/${id}/close`, {}, { as: admin })).status).toBe(503)
    expect((await app.post(`/api/contests/${other}/draw`, {}, { as: admin })).status).toBe(200)
    // Ten seconds is what a statement may take.
    expect(performance.now() - begun).toBeLessThan(8_000)
  } finally {
    await closing.end()
  }
  await closeAll()
  expect(await isClosed(id)).toBe('closed')
  app.clock.set(null)
})

test(
  'the job closes a contest that takes longer than any other statement may',
  { tags: 'long', timeout: 60_000 },
  async () => {
    const { id, due } = await contestDueNow()
    await sql`alter function close_contest rename to close_contest_of_before`.execute(app.database)
    await sql
      .raw(`create function close_contest(which integer, moment timestamptz) returns boolean language plpgsql as $$
      begin
        perform pg_sleep(14);
        return close_contest_of_before(which, moment);
      end $$`)
      .execute(app.database)
    due()
    await closeAll()
    await sql`drop function close_contest`.execute(app.database)
    await sql`alter function close_contest_of_before rename to close_contest`.execute(app.database)
    expect(await isClosed(id)).toBe('closed')
    app.clock.set(null)
  },
)

test('closing draws no number for an entry that is there', async () => {
  const { id, due } = await contestDueNow()
  const { id: restaurant } = await app.restaurant()
  const member = await app.member()
  await app.item({ restaurant, category: 3, by: member.id })
  await app.post(`/api/contests/${id}/confirm`, { eligible: true }, { as: member })
  await sql`alter function new_entry_number rename to new_entry_number_of_before`.execute(
    app.database,
  )
  await sql
    .raw(`create function new_entry_number() returns integer language plpgsql as $$
      begin raise exception 'a number is drawn'; end $$`)
    .execute(app.database)
  due()
  await closeAll()
  expect(await isClosed(id)).toBe('closed')
})
