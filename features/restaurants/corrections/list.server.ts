import { sql } from 'kysely'
import { visibleRestaurantsByRequestedId } from '#domain/merged.ts'
import { isAdmin } from '#domain/vocabulary/roles.ts'
import {
  caseInsensitiveSql,
  orderWithIdCursor,
  tablePage,
  type TableList,
} from '#features/admin/table-page.server.ts'
import type { OutputOf, ParsedInputOf } from '#platform/contract/call.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { restaurantNotFound } from '../contract.ts'
import type {
  AppliedCorrection,
  Correction,
  OpenCorrection,
  waitingCorrections,
} from './contract.ts'
import { currentCorrectedValueSql, factText } from './facts.server.ts'
import {
  hasAgreementSql,
  isAgreedSql,
  isEligibleCorrectorSql,
  neededApproverSql,
  type Waiting as WaitingRow,
  requireAdminForCityChange,
} from './weight.server.ts'

type Waiting = OutputOf<typeof waitingCorrections>
type WaitingOne = Waiting['items'][number]
type Asked = ParsedInputOf<typeof waitingCorrections>
type Sort = NonNullable<Asked['sort']>

const most = 50

/** Returns a restaurant's open corrections and, for admins, those that were applied. */
export async function correctionsOf(
  services: Pick<Services, 'database' | 'clock' | 'settings'>,
  asked: number,
  viewer: Viewer,
) {
  const { database } = services
  const place = await visibleRestaurantsByRequestedId(database, viewer.id)
    .select('r.id')
    .where('asked.id', '=', asked)
    .executeTakeFirst()
  if (!place) throw restaurantNotFound()
  return {
    open: await openOf(services, place.id, viewer),
    applied: isAdmin(viewer) ? await appliedOf(database, place.id) : [],
  }
}

/**
 * Returns the open corrections that are still about the current value. Members see their own and those that a second
 * member can confirm, but not what only an admin can take over, because anyone could write anything there. Admins see
 * those of everyone whose corrections are considered (`isEligibleCorrectorSql`). Of those that say the same it is one:
 * the viewer's own, else an agreed one, else the oldest. If there are too many, other members' oldest are left out.
 */
async function openOf(
  services: Pick<Services, 'database' | 'clock' | 'settings'>,
  restaurant: number,
  viewer: Viewer,
) {
  const now = services.clock.now()
  const waitsForViewer = isAdmin(viewer)
    ? isEligibleCorrectorSql(sql`c.user_id`)
    : sql`${neededApproverSql(now)} = 'member' and not (${hasAgreementSql()} and c.agreed_by = ${viewer.id})`
  const { rows } = await sql<OpenCorrection & WaitingRow>`
    with shown as (
      select * from (
        select distinct on (c.field, c.after) c.id, c.created_at, c.user_id = ${viewer.id} as own,
               ${isAdmin(viewer) ? isAgreedSql() : hasAgreementSql()} as agreed
          from restaurant_corrections c join restaurants r on r.id = c.restaurant_id
         where c.restaurant_id = ${restaurant} and c.applied_at is null and c.before = ${currentCorrectedValueSql}
           and (c.user_id = ${viewer.id} or ${waitsForViewer})
         order by c.field, c.after, own desc, agreed desc, c.id) one
       order by own desc, created_at desc, id desc limit ${most})
    select c.id, c.field, c.before, c.after, shown.own, ${isoTimestampSql('c.created_at')} as at,
           shown.agreed, r.city_label as city,
           case when ${hasAgreementSql()} and ${viewer.id} in (c.user_id, c.agreed_by) then 'admin'
                else ${neededApproverSql(now)} end as "waitsFor"
      from shown join restaurant_corrections c on c.id = shown.id join restaurants r on r.id = c.restaurant_id
     order by c.created_at desc, c.id desc`.execute(services.database)
  const checked = await requireAdminForCityChange(services, rows)
  const readBy = checked.filter(
    ({ own, waitsFor }) => isAdmin(viewer) || own || waitsFor === 'member',
  )
  return readBy.map(({ city: _city, ...row }) => readable(row))
}

/** Returns a restaurant's corrections that were applied and not undone, newest first. */
async function appliedOf(database: Database, restaurant: number) {
  const person = (user: string) =>
    sql`case when ${sql.ref(`${user}.id`)} is not null
             then jsonb_build_object('id', ${sql.ref(`${user}.id`)}, 'name', ${sql.ref(`${user}.user_name`)}) end`
  const { rows } = await sql<AppliedCorrection>`
    select c.id, c.field, c.before, c.after, ${isoTimestampSql('c.applied_at')} as at,
           ${person('p')} as "proposedBy", ${person('a')} as "agreedBy",
           (row_number() over (partition by c.field order by c.applied_at desc, c.id desc))::integer - 1 as later,
           first_value(c.id) over (partition by c.field order by c.applied_at desc, c.id desc) as "newestId"
      from restaurant_corrections c
      left join users p on p.id = c.user_id
      left join users a on a.id = c.agreed_by
     where c.restaurant_id = ${restaurant} and c.applied_at is not null and c.undone_at is null
     order by c.applied_at desc, c.id desc limit ${most}`.execute(database)
  return rows.map(readable)
}

/**
 * Returns a page of the corrections, of all restaurants, that wait for a second member or an admin: those that are
 * still about the current value, by members whose corrections are considered (`isEligibleCorrectorSql`).
 */
export async function waitingCorrectionsPage(database: Database, asked: Asked): Promise<Waiting> {
  const { items, ...page } = await tablePage(database, waitingList(asked), asked)
  return { items: items.map(readable), ...page }
}

/** SQL for whether no other open correction says the same that is agreed instead of this one, or older. */
const isFirstOfSameSql = sql<boolean>`not exists (
  select from restaurant_corrections o
   where o.restaurant_id = c.restaurant_id and o.field = c.field and o.applied_at is null and o.id <> c.id
     and o.before = c.before and o.after = c.after and ${isEligibleCorrectorSql(sql`o.user_id`)}
     and (not ${isAgreedSql('o')}, o.id) < (not ${isAgreedSql()}, c.id))`

const waitingList = ({ field, agreed }: Asked): TableList<WaitingOne, Sort, number> => ({
  columns: sql`
    c.id, r.id as "restaurantId", r.name as "restaurantName", r.city_label as "cityName", c.field, c.before,
    c.after, u.id as "userId", u.user_name as "userName", ${isoTimestampSql('c.created_at')} as at,
    ${isAgreedSql()} as agreed`,
  from: sql`
    restaurant_corrections c
    join restaurants r on r.id = c.restaurant_id
    join users u on u.id = c.user_id`,
  where: [
    sql`c.applied_at is null and c.undone_at is null and r.deleted_at is null
        and c.before = ${currentCorrectedValueSql} and ${isEligibleCorrectorSql(sql`c.user_id`)}`,
    isFirstOfSameSql,
    ...(field ? [sql<boolean>`c.field = ${field}`] : []),
    ...(agreed === undefined ? [] : [sql<boolean>`${isAgreedSql()} = ${agreed}`]),
  ],
  texts: [sql`r.name`, sql`u.user_name`, sql`c.before::text`, sql`c.after::text`],
  sorts: {
    restaurantName: caseInsensitiveSql('r.name'),
    userName: caseInsensitiveSql('u.user_name'),
    at: sql`c.created_at`,
  },
  id: sql`c.id`,
  own: orderWithIdCursor(sql`c.id`, 'c.id', (last) => sql`c.id > ${last}`),
})

/** Converts `before` and `after` to text for display, because the queries return them as JSON. */
const readable = <Row extends Correction>(row: Row): Row => ({
  ...row,
  before: factText(row.field, row.before),
  after: factText(row.field, row.after),
})
