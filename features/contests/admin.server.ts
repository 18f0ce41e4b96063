import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { sendMail } from '#features/mail/send.server.ts'
import { notifyWon } from '#features/notifications/notify.server.ts'
import { nearestCityFinder } from '#features/places/cities/cities.server.ts'
import type { ParsedInputOf } from '#platform/contract/call.ts'
import { badInput } from '#platform/contract/failure.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall, RawResponse } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { csvOf } from '#platform/text/csv.ts'
import { entriesSql, readContest, storeEntries } from './contests.server.ts'
import {
  adminContest,
  closeContest,
  drawContest,
  exportContest,
  saveContest,
  wrongContestState,
} from './contract.ts'

export const contestAdminHandlers = (services: Services) => [
  saveHandler(services),
  ...stepHandlers(services),
  ...readHandlers(services),
]

const saveHandler = ({ database, clock }: Services) =>
  implementCall(saveContest, ({ input: { id: changed, ...after }, viewer }) =>
    transact(database, async (tx) => {
      const at = clock.now()
      const before = changed && (await readContest(tx, at, changed))
      if (before && before.state !== 'coming') throw wrongContestState()
      const columns = await columnsOf(tx, after, at)
      const { id } = await (
        before
          ? tx.updateTable('contests').set(columns).where('id', '=', before.id).returning('id')
          : tx.insertInto('contests').values(columns).returning('id')
      ).executeTakeFirstOrThrow()
      const action = before ? 'contest.change' : 'contest.make'
      await recordAudit(tx, viewer, action, `contest ${id}`, { before, after, at })
      return { id }
    }),
  )

/** Returns the columns of a contest. Refuses dates in a wrong order, all errors at once. */
async function columnsOf(database: Database, input: ParsedInputOf<typeof saveContest>, now: Date) {
  const { area, categories, publicValueName, opensAt, closesAt, drawsAt, ...texts } = input
  const opens = opensAt ? new Date(opensAt) : now
  const [closes, draws] = [new Date(closesAt), new Date(drawsAt)]
  const fields: Record<string, string> = {}
  if (closes <= opens) fields.closesAt = 'It can’t close before it opens.'
  if (closes <= now) fields.closesAt = 'This is over already.'
  if (draws < closes) fields.drawsAt = 'It can’t be drawn before it closes.'
  if (Object.keys(fields).length > 0) throw badInput({ fields })
  const { name, ...circle } = area
  return {
    ...texts,
    ...circle,
    area: name,
    public_value_name: publicValueName,
    category_ids: categories,
    opens_at: opens,
    closes_at: closes,
    draws_at: draws,
    time_zone: (await nearestCityFinder(database)(area)).timeZone,
  }
}

const stepHandlers = (services: Services) => [
  implementCall(closeContest, ({ input: { id }, viewer }) =>
    transact(services.database, async (tx) => {
      const at = services.clock.now()
      if ((await readContest(tx, at, id)).state === 'coming') throw wrongContestState()
      const isNew = await storeEntries(tx, id, at)
      const contest = await readContest(tx, at, id)
      const { closesAt, entryCount } = contest
      const change = { before: {}, after: { closesAt, entryCount }, at }
      if (isNew) await recordAudit(tx, viewer, 'contest.close', `contest ${id}`, change)
      return contest
    }),
  ),

  implementCall(drawContest, ({ input: { id, k, text }, viewer }) =>
    transact(services.database, async (tx) => {
      const at = services.clock.now()
      const { entryCount, draws, title, prize } = await readContest(tx, at, id)
      if (!entryCount || k > draws.length) throw wrongContestState()
      const publicValue = k === 0 ? text : draws[0]!.publicValue
      const reason = k === 0 ? null : text
      const entry = winningEntry(publicValue, k, entryCount)
      const { rows } = await sql<{ userId: number | null }>`
        insert into contest_draws (contest_id, k, entry, user_id, public_value, reason, drawn_at)
        select contest_id, ${k}, number, user_id, ${publicValue}, ${reason}, ${at} from contest_entries
         where contest_id = ${id} and number = ${entry}
        on conflict (contest_id, k) do nothing returning user_id as "userId"`.execute(tx)
      for (const { userId } of rows) {
        const facts = { page: `/contests/${id}`, title, prize }
        if (userId !== null) {
          await sendMail(services, { kind: 'contest-won', userId, facts }, tx)
          await notifyWon(tx, { userId, contestId: id, at })
        }
        const after = { k, entry, publicValue, reason }
        await recordAudit(tx, viewer, 'contest.draw', `contest ${id}`, { before: {}, after, at })
      }
      return readContest(tx, at, id)
    }),
  ),
]

/** Returns the number of the winning entry: the hash, read as one number, modulo the length of the list. */
function winningEntry(publicValue: string, k: number, count: number): number {
  const hash = createHash('sha256').update(`${publicValue}:${k}`).digest('hex')
  return Number(BigInt(`0x${hash}`) % BigInt(count))
}

const exportColumns = ['entry', 'member', 'userName', 'email', 'yolo', 'item', 'restaurant']

const readHandlers = ({ database, clock }: Services) => [
  implementCall(exportContest, ({ input: { id }, viewer }) =>
    transact(database, async (tx) => {
      const at = clock.now()
      await readContest(tx, at, id)
      const { rows } = await sql<Record<string, unknown>>`
        select e.number as entry, u.id as member, u.user_name as "userName", u.email, e.yolo_id as yolo,
               i.name as item, r.name as restaurant
          from ${entriesSql} e
          left join users u on u.id = e.user_id
          left join yolos y on y.id = e.yolo_id
          left join items i on i.id = y.item_id
          left join restaurants r on r.id = i.restaurant_id
         where e.contest_id = ${id} and e.counts order by e.number, e.yolo_id, e.n`.execute(tx)
      const after = { entries: rows.length }
      await recordAudit(tx, viewer, 'contest.export', `contest ${id}`, { after, at })
      const lines = rows.map((row) => exportColumns.map((column) => row[column]))
      return new RawResponse(csvOf([exportColumns, ...lines]), {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="contest-${id}.csv"`,
        'Cache-Control': 'no-store',
      })
    }),
  ),

  implementCall(adminContest, async ({ input: { id } }) => {
    const contest = await readContest(database, clock.now(), id)
    const { rows } = await sql<{ entries: number }>`
      select count(*)::integer as entries from ${entriesSql} e where contest_id = ${id} and counts`.execute(
      database,
    )
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
