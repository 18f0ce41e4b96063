import { recordAudit } from '#domain/audit.ts'
import { cellsTouching, milesFromSql } from '#domain/position/distance.ts'
import { sql, type Transaction } from 'kysely'
import { loadGazetteer } from '#features/places/gazetteer/gazetteer.server.ts'
import type { ParsedInputOf } from '#platform/contract/call.ts'
import { badInput } from '#platform/contract/failure.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall, RawResponse, type Viewer } from '#platform/server/http/handler.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Database, Services } from '#platform/server/services.ts'
import {
  adminContest,
  adminContests,
  changeContest,
  closeContest,
  contestAlreadyDrawn,
  exportContest,
  createContest,
  contestAlreadyOpened,
} from './contract.ts'
import { contestNotFound } from '../contract.ts'
import { newSeed } from '../drawing/seeds.server.ts'
import { exportedEntries } from '../export.server.ts'
import { waitForClosing } from '../jobs.server.ts'
import { contestRows, drawRows, contestWithChanges } from '../rows.server.ts'

type Tx = Transaction<DB>
type Wanted = Required<Omit<ParsedInputOf<typeof changeContest>, 'id'>>
type Facts = Omit<Wanted, 'opensAt' | 'closesAt' | 'drawsAt'> & {
  opensAt: Date | null
  closesAt: Date
  drawsAt: Date
}

export const contestAdminHandlers = (services: Services) => {
  const { database, clock } = services
  return [
    implementCall(createContest, async ({ input, viewer }) => {
      const now = clock.now()
      const { categories = [], beacon = null } = input
      const opensAt = input.opensAt ?? now.toISOString()
      const facts = withDates({ ...input, categories, beacon, opensAt }) as Facts
      refuseDisorder(facts, now)
      const timeZone = await zoneOf(services, facts)
      const { seed, seedHash } = newSeed()
      return transact(database, async (tx) => {
        const { id } = await tx
          .insertInto('contests')
          .values({ ...columns(facts), time_zone: timeZone, seed_hash: seedHash, created_at: now })
          .returning('id')
          .executeTakeFirstOrThrow()
        await tx.insertInto('contest_seeds').values({ contest_id: id, seed }).execute()
        await settleEntries(tx, id)
        await recordAudit(tx, viewer, 'contest.make', `contest ${id}`, { after: facts, at: now })
        return { id }
      })
    }),

    implementCall(changeContest, async ({ input: { id, ...wanted }, viewer }) => {
      const now = clock.now()
      const zone = wanted.area && (await zoneOf(services, { area: wanted.area }))
      return transact(database, async (tx) => {
        await change(tx, viewer, { id, wanted: withDates(wanted), zone, now })
        return contestWithChanges(tx, id, now)
      })
    }),

    implementCall(closeContest, ({ input: { id }, viewer }) =>
      transact(database, (tx) => close(tx, viewer, id, clock.now())),
    ),

    implementCall(exportContest, async ({ input: { id }, viewer }) => {
      const file = await exportedEntries(database, { id, viewer, at: clock.now() })
      return new RawResponse(file, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="contest-${id}.csv"`,
        'Cache-Control': 'no-store',
      })
    }),

    implementCall(adminContests, async () => {
      const contests = await contestRows(database, clock.now())
      const counts = await countsOf(database)
      return contests.map((contest) => ({
        ...contest,
        areaName: contest.area.name,
        outcome: contest.draws.at(-1)?.outcome ?? null,
        ...(counts.get(contest.id) ?? nobody),
      }))
    }),

    implementCall(adminContest, async ({ input: { id } }) => {
      const now = clock.now()
      const contest = await contestWithChanges(database, id, now)
      const draws = await drawRows(database, now, id)
      const members = await database
        .selectFrom('users')
        .select(['id', 'user_name as userName', 'email'])
        .where('id', 'in', draws.map(({ userId }) => userId ?? 0).concat(0))
        .execute()
      const winners = draws.map((draw) => {
        const member = members.find((user) => user.id === draw.userId)
        return { ...draw, member: member ? { ...member, mayBeShown: draw.winner !== null } : null }
      })
      return { ...contest, ...((await countsOf(database, id)).get(id) ?? nobody), winners }
    }),
  ]
}

type ContestChange = { id: number; wanted: Partial<Facts>; zone: string | undefined; now: Date }

async function change(tx: Tx, viewer: Viewer, { id, wanted, zone, now }: ContestChange) {
  await waitForClosing(tx, id)
  const row = await tx
    .selectFrom('contests')
    // Without the list of entries, which takes long to read.
    .select(['id', 'seed_hash', ...factColumns])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw contestNotFound()
  const before = factsOf(row)
  const after: Facts = { ...before, ...wanted }
  const changed = (Object.keys(before) as (keyof Facts)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  if (changed.length === 0) return
  const opened = row.opens_at === null || row.opens_at <= now
  if (await isOver(tx, row, now)) throw contestAlreadyDrawn()
  if (opened && changed.some((key) => !isFree(key))) throw contestAlreadyOpened()
  refuseDisorder(after, changed.includes('closesAt') ? now : null)
  await tx
    .updateTable('contests')
    .set({ ...columns(after), ...(zone ? { time_zone: zone } : {}) })
    .where('id', '=', id)
    .execute()
  if (opened)
    for (const what of changed.filter(isFree))
      await noteChange(tx, id, now, { what, before: before[what], after: after[what] })
  else await settleEntries(tx, id)
  const pick = (from: Facts) => Object.fromEntries(changed.map((key) => [key, from[key]]))
  await recordAudit(tx, viewer, 'contest.change', `contest ${id}`, {
    before: pick(before),
    after: pick(after),
    at: now,
  })
}

async function close(tx: Tx, viewer: Viewer, id: number, now: Date) {
  await waitForClosing(tx, id)
  const { rows } = await sql<{ closed: boolean }>`
    select close_contest(${id}, ${now}) as closed`.execute(tx)
  const contest = await tx
    .selectFrom('contests')
    .select(['opens_at', 'closes_at', 'closed_at', 'entry_count'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!contest?.closed_at) throw contestNotFound()
  const { opens_at: opens, closes_at: announced, closed_at: closed } = contest
  const closedAt = closed.toISOString()
  const entryCount = contest.entry_count ?? 0
  if (rows[0]?.closed) {
    if (closed < announced && (!opens || opens <= now))
      await noteChange(tx, id, now, { what: 'closed', before: announced, after: closed })
    await recordAudit(tx, viewer, 'contest.close', `contest ${id}`, {
      before: { closesAt: announced },
      after: { closedAt, entryCount },
      at: now,
    })
  }
  return { id, closedAt, entryCount }
}

/** Converts the dates of a change. Fields that are absent stay absent. */
const withDates = ({ opensAt, closesAt, drawsAt, ...facts }: Partial<Wanted>): Partial<Facts> => ({
  ...facts,
  ...(opensAt ? { opensAt: new Date(opensAt) } : {}),
  ...(closesAt ? { closesAt: new Date(closesAt) } : {}),
  ...(drawsAt ? { drawsAt: new Date(drawsAt) } : {}),
})

const isFree = (key: keyof Facts) => key === 'title' || key === 'prize' || key === 'drawsAt'

type Row = { seed_hash: string | null; closes_at: Date; id: number }
/**
 * Returns whether a contest has been drawn. Contests from before drawings were published are over once they have
 * closed.
 */
async function isOver(tx: Tx, { id, seed_hash: seedHash, closes_at: closesAt }: Row, now: Date) {
  if (!seedHash) return closesAt <= now
  const draw = await tx
    .selectFrom('contest_draws')
    .select('k')
    .where('contest_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return draw !== undefined
}

function refuseDisorder({ opensAt, closesAt, drawsAt }: Facts, now: Date | null) {
  // Collects all errors, so that an admin can correct them together.
  const fields: Record<string, string> = {}
  if (now && closesAt <= now) fields.closesAt = 'This is over already.'
  if (opensAt && closesAt <= opensAt) fields.closesAt = 'It can’t close before it opens.'
  if (drawsAt < closesAt) fields.drawsAt = 'It can’t be drawn before it closes.'
  if (Object.keys(fields).length > 0) throw badInput({ fields })
}

/** Returns the time zone of the nearest restaurant or, if there is none nearby, of the nearest city. */
async function zoneOf({ database, settings }: Services, { area }: Pick<Facts, 'area'>) {
  const near = await database
    .selectFrom('restaurants')
    .select('time_zone')
    .where('cell5', 'in', cellsTouching(area, 8, 5).map(String))
    .orderBy(milesFromSql(area))
    .limit(1)
    .executeTakeFirst()
  if (near) return near.time_zone
  return (await loadGazetteer(settings.stateDir)).nearestCity(area.latitude, area.longitude)
    .timeZone
}

const factColumns = [
  'title',
  'prize',
  'eligibility',
  'beacon',
  'area',
  'latitude',
  'longitude',
  'miles',
  'category_ids',
  'opens_at',
  'closes_at',
  'draws_at',
] as const

const columns = ({ area, categories, opensAt, closesAt, drawsAt, ...facts }: Facts) => ({
  title: facts.title,
  prize: facts.prize,
  eligibility: facts.eligibility,
  beacon: facts.beacon,
  area: area.name,
  latitude: area.latitude,
  longitude: area.longitude,
  miles: area.miles,
  category_ids: categories,
  opens_at: opensAt,
  closes_at: closesAt,
  draws_at: drawsAt,
})

const factsOf = (row: ReturnType<typeof columns>): Facts => ({
  title: row.title,
  prize: row.prize,
  area: { name: row.area, latitude: row.latitude, longitude: row.longitude, miles: row.miles },
  categories: row.category_ids,
  eligibility: row.eligibility,
  opensAt: row.opens_at,
  closesAt: row.closes_at,
  drawsAt: row.draws_at,
  beacon: row.beacon,
})

/** Computes a contest's entries again from its current dates and rules. The caller must have locked the contest. */
const settleEntries = (tx: Tx, id: number) =>
  sql`
    select settle_contest_entries(
      array(select y.id from contests c join yolos y on y.created_at >= c.entries_from and y.created_at < c.closes_at
             where c.id = ${id}
            union select e.yolo_id from contest_entries e where e.contest_id = ${id}),
      array[${id}::integer])`.execute(tx)

type Noted = { what: string; before: unknown; after: unknown }
const noteChange = (tx: Tx, id: number, at: Date, { what, before, after }: Noted) => {
  const words = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value))
  return tx
    .insertInto('contest_changes')
    .values({ contest_id: id, at, what, before: words(before), after: words(after) })
    .execute()
}

const nobody = { entryCount: 0, counting: 0, members: 0, membersCounting: 0 }
async function countsOf(database: Database, which?: number) {
  const { rows } = await sql<typeof nobody & { id: number }>`
    select c.id, coalesce(sum(mine.entries), 0)::integer as "entryCount", count(*)::integer as members,
           coalesce(sum(mine.counting), 0)::integer as counting, (count(*) filter (where mine.counting > 0))::integer as "membersCounting"
      from contests c
     cross join lateral (
       select count(*) as entries, count(coalesce(member.user_id, frozen.id)) as counting
         from contest_entries e
         left join contest_entrants(case when c.entries is null then c.id end) member on member.user_id = e.user_id
         left join unnest(c.entries) as frozen (id) on frozen.id = e.id
        where e.contest_id = c.id group by e.user_id) mine
     where ${which ?? null}::integer is null or c.id = ${which ?? null}
     group by c.id`.execute(database)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}
