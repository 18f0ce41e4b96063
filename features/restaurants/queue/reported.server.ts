import { sql, type RawBuilder } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { decideReports, auditSubjectOf } from '#domain/decisions.ts'
import { lockWithYolos } from '#domain/locks/lock-order.ts'
import {
  removeOrDismissTexts,
  type QueueCase,
  type CaseDescription,
  type QueueKind,
} from '#domain/queue/kind.ts'
import { decidedOutcome, reopenedOutcome } from '#domain/queue/outcomes.ts'
import { reportedCaseActions, reportsWithdrawn } from '#domain/queue/reported.ts'
import {
  casesAsSqlTable,
  joinCountingSql,
  newestReportersSql,
  noReasonColumns,
} from '#domain/queue/reporters.ts'
import { adminItemPath, adminRestaurantPath } from '#features/admin/paths.ts'
import type { Database } from '#platform/server/services.ts'
import { notDeleted } from '../deletion/contract.ts'
import { deleteSubject, restoreDeleted } from '../deletion/server.ts'

type Reported = 'item' | 'restaurant'

const tables = { item: 'items', restaurant: 'restaurants' } as const

/** SQL for whether a report `r` is open: neither cleared nor decided, and its reporter isn't held. */
const isOpen = sql`r.cleared_at is null and r.decision_id is null`

/** SQL for the items or restaurants with open reports (up to `then`, if given), and how many of these count. */
const openReports = (about: Reported, then: RawBuilder<Date> | null) => {
  const thing = sql.ref(`r.${about}_id`)
  return sql`
    select ${thing} as id, count(c.user_id)::integer as count, max(r.created_at) as newest
      from ${sql.table(`${about}_reports`)} r ${joinCountingSql('user_id', then)}
     where ${isOpen} ${then ? sql`and r.created_at <= ${then}` : sql``} group by ${thing}`
}

const hiddenBy = (then: RawBuilder<Date> | null, row: string) =>
  then
    ? sql`coalesce(${sql.ref(`${row}.hidden_at`)} <= ${then}, false)`
    : sql`${sql.ref(`${row}.hidden_at`)} is not null`

const reportsOf = (about: Reported, decided: boolean) => sql`
  select r.user_id, r.created_at, ${noReasonColumns} from ${sql.table(`${about}_reports`)} r
   where ${decided ? sql`r.decision_id = a.decision` : sql`${sql.ref(`r.${about}_id`)} = a.id and ${isOpen}`}`

type Row = Omit<CaseDescription, 'link' | 'member' | 'text' | 'image' | 'restsOn'> & {
  said: string
}

const withLinks = (rows: Row[], link: (id: number, name: string) => string): CaseDescription[] =>
  rows.map(({ said, ...row }) => ({
    ...row,
    restsOn: [row.name, row.restaurantName, said],
    link: link(row.id, row.name),
    member: null,
    text: null,
    image: null,
  }))

const describeItems = async (database: Database, cases: QueueCase[]) => {
  const { rows } = await sql<Row>`
    select a.about, a.id, i.name, p.name as "restaurantName", i.hidden_at is not null as hidden,
           o.count, o.counting, o.newest, o.reporters, o.said
      from ${casesAsSqlTable(cases)} join items i on i.id = a.id join restaurants p on p.id = i.restaurant_id
      cross join lateral ${newestReportersSql(reportsOf('item', cases[0]!.decision !== null))} o`.execute(
    database,
  )
  return withLinks(rows, adminItemPath)
}

const describeRestaurants = async (database: Database, cases: QueueCase[]) => {
  const { rows } = await sql<Row>`
    select a.about, a.id, p.name, p.name as "restaurantName", p.hidden_at is not null as hidden,
           o.count, o.counting, o.newest, o.reporters, o.said
      from ${casesAsSqlTable(cases)} join restaurants p on p.id = a.id
      cross join lateral ${newestReportersSql(reportsOf('restaurant', cases[0]!.decision !== null))} o`.execute(
    database,
  )
  return withLinks(rows, adminRestaurantPath)
}

/** Removing a reported item or restaurant deletes it (rules: decisions on reports). */
const decisionsOn = (about: Reported) =>
  reportedCaseActions({
    describe: about === 'item' ? describeItems : describeRestaurants,
    async lock({ id }, { tx }) {
      await lockWithYolos(tx, about, [id])
      const { rows } = await sql`
        select id from ${sql.table(tables[about])} where id = ${id} and deleted_at is null`.execute(
        tx,
      )
      return rows.length > 0
    },
    async remove(thing, { tx, actor, at, reason }) {
      const facts = { decision: 'remove', reason, memberId: null, actorId: actor.id, at } as const
      if ((await decideReports(tx, thing, facts)) === 0) return reportsWithdrawn
      await deleteSubject(tx, actor, about, thing.id, at, { reason })
      return decidedOutcome('remove')
    },
    async dismiss(thing, { tx, actor, at, reason }) {
      const facts = { decision: 'dismiss', reason, memberId: null, actorId: actor.id, at } as const
      const open = await decideReports(tx, thing, facts)
      if (open === 0) return reportsWithdrawn
      const change = { before: { open }, after: { open: 0, reason }, at }
      await recordAudit(tx, actor, `${about}.dismiss`, auditSubjectOf(thing), change)
      return decidedOutcome('dismiss')
    },
    async restore({ id }, { tx, actor, at }) {
      const back = await restoreDeleted(tx, actor, about, id, at)
      if (!back) throw notDeleted()
      return { ...reopenedOutcome, message: null }
    },
    reopenAction: `${about}.reopen`,
  })

/** The queue of dishes that members report as no longer on the menu. */
export const goneItemKind: QueueKind = {
  abouts: { item: { label: 'Dish', ...removeOrDismissTexts('It is no longer on the menu.') } },
  open: (then) => sql`
    select 'item', m.id, 'item ' || m.id, ${hiddenBy(then, 'i')}, m.count, m.newest
      from (${openReports('item', then)}) m join items i on i.id = m.id join restaurants p on p.id = i.restaurant_id
     where i.deleted_at is null and p.deleted_at is null`,
  searchText: (id) => sql`
    (select concat_ws(' ', i.name, p.name) from items i join restaurants p on p.id = i.restaurant_id where i.id = ${id})`,
  describe: describeItems,
  ...decisionsOn('item'),
}

/** The queue of restaurants that members report as closed for good. */
export const closedRestaurantKind: QueueKind = {
  abouts: { restaurant: { label: 'Restaurant', ...removeOrDismissTexts('It is closed.') } },
  open: (then) => sql`
    select 'restaurant', m.id, 'restaurant ' || m.id, ${hiddenBy(then, 'p')}, m.count, m.newest
      from (${openReports('restaurant', then)}) m join restaurants p on p.id = m.id where p.deleted_at is null`,
  searchText: (id) => sql`(select p.name from restaurants p where p.id = ${id})`,
  describe: describeRestaurants,
  ...decisionsOn('restaurant'),
}
