import { sql, type RawBuilder } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { lockWithYolos } from '#domain/locks/lock-order.ts'
import { unreportedCaseActions } from '#domain/queue/decided.ts'
import type {
  QueueCase,
  CaseDescription,
  DecisionOutcome,
  QueueKind,
  Tx,
} from '#domain/queue/kind.ts'
import { goneOutcome } from '#domain/queue/outcomes.ts'
import { casesAsSqlTable } from '#domain/queue/reporters.ts'
import { adminRestaurantPath } from '#features/admin/links/listed.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { Database } from '#platform/server/services.ts'
import { deleteSubject, lockOwnersOfDeleted, restoreDeleted } from '../deletion/server.ts'

const withdrawn: DecisionOutcome = { ...goneOutcome, message: 'No source says so any more.' }

const sourceText = sql`
  c.source || ': closed for good' || coalesce(', ' || to_char(to_timestamp(c.dated) at time zone 'UTC', 'YYYY-MM-DD'), '') || '.'`

async function describe(database: Database, cases: QueueCase[]): Promise<CaseDescription[]> {
  const { rows } = await sql<
    Omit<CaseDescription, 'link' | 'member' | 'image' | 'reporters' | 'restsOn'>
  >`
    select a.about, a.id, p.name, null as "restaurantName", p.hidden_at is not null as hidden,
           told.text, told.count, told.newest
      from ${casesAsSqlTable(cases)} join restaurants p on p.id = a.id
      cross join lateral (
        select count(*)::integer as count, max(${isoTimestampSql('c.told_at')}) as newest,
               string_agg(${sourceText}, ' ' order by c.told_id) as text
          from source_closures c
         where c.told_id in (select a.id union all select t.id from restaurants t where t.merged_into = a.id)) told`.execute(
    database,
  )
  return rows.map((row) => ({
    ...row,
    link: adminRestaurantPath(row.id, row.name),
    member: null,
    image: null,
    reporters: [],
    restsOn: [row.name, row.text],
  }))
}

/** Removing deletes the restaurant, as an admin's deletion does; dismissing leaves it as it is. */
const decisions = unreportedCaseActions({
  kind: 'places',
  describe,
  subjectOf: ({ id }) => `place ${id}`,

  async lock({ id }, { tx }) {
    await lockOwnersOfDeleted(tx, `restaurant ${id}`)
    await lockWithYolos(tx, 'restaurant', [id])
    const { rows } = await sql`select from restaurants where id = ${id}`.execute(tx)
    return rows.length > 0
  },

  async carryOut({ id }, decision, { tx, actor, at, reason }) {
    const sources = await settle(tx, id, sql`${at}::timestamptz`, sql`null`)
    if (sources.length === 0) return withdrawn
    if (decision === 'remove')
      return (await deleteSubject(tx, actor, 'restaurant', id, at, { reason })) ? null : goneOutcome
    const change = { before: { closedAt: sources }, after: { open: 0, reason }, at }
    await recordAudit(tx, actor, 'place.dismiss', `restaurant ${id}`, change)
    return null
  },

  async takeBack({ id }, decision, { tx, actor, at }) {
    // The restaurant may have been restored on its own page already.
    if (decision === 'remove') await restoreDeleted(tx, actor, 'restaurant', id, at)
    await settle(tx, id, sql`null`, sql`not null`)
    if (decision === 'dismiss')
      await recordAudit(tx, actor, 'place.reopen', `restaurant ${id}`, {
        after: { open: true },
        at,
      })
    return null
  },
})

/** Settles the closures that a restaurant's sources report, or reopens them. Returns these sources. */
async function settle(
  tx: Tx,
  id: number,
  to: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`
    update source_closures set settled_at = ${to}
     where settled_at is ${from} and told_id in (
       select ${id}::integer union all select t.id from restaurants t where t.merged_into = ${id})
    returning source`.execute(tx)
  return rows.map(({ source }) => source)
}

/** The queue of restaurants that an imported source reports as closed for good. */
export const closedAtSourceKind: QueueKind = {
  abouts: {
    place: {
      label: 'Restaurant, closed at its source',
      noun: 'report',
      hiddenText: 'hidden',
      remove: { button: 'Remove', done: 'removed', usualReason: 'It is closed.' },
      dismiss: { button: 'Dismiss', done: 'dismissed', usualReason: 'It is open.' },
    },
  },
  open: (then) => sql`
    select 'place', p.id, 'place ' || p.id, coalesce(p.hidden_at <= ${then ?? sql`'infinity'::timestamptz`}, false),
           m.count, m.newest
      from (select coalesce(t.merged_into, t.id) as id, count(*)::integer as count, max(c.told_at) as newest
              from source_closures c join restaurants t on t.id = c.told_id
             where c.settled_at is null ${then ? sql`and c.told_at <= ${then}` : sql``} group by 1) m
      join restaurants p on p.id = m.id where p.deleted_at is null`,
  searchText: (id) => sql`(select p.name from restaurants p where p.id = ${id})`,
  describe,
  ...decisions,
}
