import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { cellsTouching, milesFromSql } from '#domain/position/distance.ts'
import { sendMail } from '#features/mail/send.server.ts'
import { notifyWon } from '#features/notifications/notify.server.ts'
import { nearestCityFinder } from '#features/places/cities/cities.server.ts'
import { badInput } from '#platform/contract/failure.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall, RawResponse, type Viewer } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { csvOf } from '#platform/text/csv.ts'
import { entriesSql, readContest, storeEntries } from './contests.server.ts'
import {
  adminContest,
  changeContest,
  closeContest,
  contestEmpty,
  contestNotClosed,
  contestNotDrawn,
  contestOpened,
  createContest,
  drawContest,
  exportContest,
  redrawContest,
  type Contest,
  type ContestFacts,
} from './contract.ts'
import { drawingText, winningEntry } from './entries.ts'

export const contestAdminHandlers = (services: Services) => [
  ...factHandlers(services),
  ...drawingHandlers(services),
  ...readHandlers(services),
]

function factHandlers(services: Services) {
  const { database, clock } = services
  return [
    implementCall(createContest, async ({ input, viewer }) => {
      const now = clock.now()
      const columns = await columnsOf(services, input, now)
      return transact(database, async (tx) => {
        const { id } = await tx
          .insertInto('contests')
          .values({ ...columns, created_at: now })
          .returning('id')
          .executeTakeFirstOrThrow()
        await recordAudit(tx, viewer, 'contest.make', `contest ${id}`, { after: input, at: now })
        return { id }
      })
    }),

    implementCall(changeContest, async ({ input: { id, ...facts }, viewer }) => {
      const now = clock.now()
      const before = await readContest(database, now, id)
      if (before.state !== 'coming') throw contestOpened()
      const columns = await columnsOf(services, facts, now)
      return transact(database, async (tx) => {
        await tx.updateTable('contests').set(columns).where('id', '=', id).execute()
        await recordAudit(tx, viewer, 'contest.change', `contest ${id}`, {
          before,
          after: facts,
          at: now,
        })
        return readContest(tx, now, id)
      })
    }),

    implementCall(closeContest, ({ input: { id }, viewer }) =>
      transact(database, async (tx) => {
        const now = clock.now()
        const isNew = await storeEntries(tx, id, now)
        const contest = await readContest(tx, now, id)
        const { closedAt, entryCount } = contest
        if (isNew)
          await recordAudit(tx, viewer, 'contest.close', `contest ${id}`, {
            before: {},
            after: { closedAt, entryCount },
            at: now,
          })
        return contest
      }),
    ),
  ]
}

const drawingHandlers = (services: Services) => [
  implementCall(drawContest, ({ input: { id, publicValue }, viewer }) =>
    draw(services, viewer, id, () => ({ k: 0, publicValue, reason: null })),
  ),

  implementCall(redrawContest, ({ input: { id, k, reason }, viewer }) =>
    draw(services, viewer, id, ({ draws: [first, ...redraws] }) => {
      if (!first || k > redraws.length + 1) throw contestNotDrawn()
      return { k, publicValue: first.publicValue, reason }
    }),
  ),
]

type Draw = { k: number; publicValue: string; reason: string | null }

/** Enters a draw and mails the winner. Where the k-th draw exists, nothing changes. */
async function draw(
  services: Services,
  viewer: Viewer,
  contestId: number,
  drawOf: (contest: Contest) => Draw,
): Promise<Contest> {
  const { database, clock } = services
  const now = clock.now()
  return transact(database, async (tx) => {
    await closeIfDue(tx, contestId, now)
    const contest = await readContest(tx, now, contestId)
    if (contest.entryCount === null) throw contestNotClosed()
    if (contest.entryCount === 0) throw contestEmpty()
    const { k, publicValue, reason } = drawOf(contest)
    const hash = createHash('sha256').update(drawingText(publicValue, k)).digest('hex')
    const entry = winningEntry(hash, contest.entryCount)
    const { rows } = await sql<{ userId: number | null }>`
      insert into contest_draws (contest_id, k, entry, user_id, public_value, reason, drawn_at)
      select contest_id, ${k}, number, user_id, ${publicValue}, ${reason}, ${now} from contest_entries
       where contest_id = ${contestId} and number = ${entry}
      on conflict (contest_id, k) do nothing returning user_id as "userId"`.execute(tx)
    const [drawn] = rows
    if (!drawn) return readContest(tx, now, contestId)
    if (drawn.userId !== null) {
      const facts = { page: `/contests/${contestId}`, title: contest.title, prize: contest.prize }
      await sendMail(services, { kind: 'contest-won', userId: drawn.userId, facts }, tx)
      await notifyWon(tx, { userId: drawn.userId, contestId, at: now })
    }
    const action = k === 0 ? 'contest.draw' : 'contest.redraw'
    const after = { k, entry, publicValue, reason }
    await recordAudit(tx, viewer, action, `contest ${contestId}`, { before: {}, after, at: now })
    return readContest(tx, now, contestId)
  })
}

async function closeIfDue(tx: Database, id: number, now: Date) {
  const { closesAt } = await readContest(tx, now, id)
  if (new Date(closesAt) <= now) await storeEntries(tx, id, now)
}

const exportColumns = [
  'entry',
  'kind',
  'counts',
  'member',
  'userName',
  'email',
  'yolo',
  'item',
  'restaurant',
]

const readHandlers = ({ database, clock }: Services) => [
  implementCall(exportContest, ({ input: { id }, viewer }) =>
    transact(database, async (tx) => {
      await readContest(tx, clock.now(), id)
      const { rows } = await sql<Record<string, unknown>>`
        select e.number as entry, case e.n when 0 then 'yolo' else 'photo' end as kind,
               case when e.counts then 'yes' else 'no' end as counts, u.id as member, u.user_name as "userName", u.email,
               e.yolo_id as yolo, i.name as item, r.name as restaurant
          from ${entriesSql} e
          left join users u on u.id = e.user_id
          left join yolos y on y.id = e.yolo_id
          left join items i on i.id = y.item_id
          left join restaurants r on r.id = i.restaurant_id
         where e.contest_id = ${id} order by e.number, e.yolo_id, e.n`.execute(tx)
      await recordAudit(tx, viewer, 'contest.export', `contest ${id}`, {
        after: { entries: rows.length },
      })
      const table = rows.map((row) => exportColumns.map((column) => row[column]))
      return new RawResponse(csvOf([exportColumns, ...table]), {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="contest-${id}.csv"`,
        'Cache-Control': 'no-store',
      })
    }),
  ),

  implementCall(adminContest, async ({ input: { id } }) => {
    const contest = await readContest(database, clock.now(), id)
    const { rows } = await sql<{ entries: number; members: number }>`
      select count(*)::integer as entries, count(distinct user_id)::integer as members
        from ${entriesSql} e where contest_id = ${id} and counts`.execute(database)
    const winners = await database
      .selectFrom('contest_draws as d')
      .leftJoin('users as u', 'u.id', 'd.user_id')
      .select(['d.k', 'u.id as userId', 'u.user_name as userName', 'u.email'])
      .where('d.contest_id', '=', id)
      .orderBy('d.k')
      .execute()
    return { ...contest, ...rows[0]!, winners }
  }),
]

/** Returns the columns of a contest. Refuses dates in a wrong order, all errors at once. */
async function columnsOf(services: Services, input: ContestFacts, now: Date) {
  const { area, categories, publicValueName, opensAt, closesAt, drawsAt, ...texts } = input
  const opens = opensAt ? new Date(opensAt) : now
  const [closes, draws] = [new Date(closesAt), new Date(drawsAt)]
  const fields: Record<string, string> = {}
  if (closes <= opens) fields.closesAt = 'It can’t close before it opens.'
  if (closes <= now) fields.closesAt = 'This is over already.'
  if (draws < closes) fields.drawsAt = 'It can’t be drawn before it closes.'
  if (Object.keys(fields).length > 0) throw badInput({ fields })
  return {
    ...texts,
    public_value_name: publicValueName,
    area: area.name,
    latitude: area.latitude,
    longitude: area.longitude,
    miles: area.miles,
    category_ids: categories,
    opens_at: opens,
    closes_at: closes,
    draws_at: draws,
    time_zone: await timeZoneOf(services, area),
  }
}

/** Returns the time zone of the nearest restaurant or, if there is none nearby, of the nearest city. */
async function timeZoneOf({ database }: Services, area: Contest['area']) {
  const near = await database
    .selectFrom('restaurants')
    .select('time_zone')
    .where('cell5', 'in', cellsTouching(area, 8, 5).map(String))
    .orderBy(milesFromSql(area))
    .limit(1)
    .executeTakeFirst()
  if (near) return near.time_zone
  return (await nearestCityFinder(database)(area)).timeZone
}
