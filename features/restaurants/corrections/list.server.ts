import { sql } from 'kysely'
import { leadsTo } from '#domain/merged.ts'
import { isAdmin } from '#domain/vocabulary/roles.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { restaurantNotFound } from '../contract.ts'
import { currentOfRow } from './apply.server.ts'
import type { AppliedCorrection, OpenCorrection } from './contract.ts'
import type { Correctable } from './fields.ts'
import { counts, waitingFor, weighs } from './weight.server.ts'
import { wordsOf } from './words.server.ts'

type Row = { id: number; field: Correctable; before: unknown; after: unknown; at: Date }
type OpenRow = Row & Pick<OpenCorrection, 'own' | 'agreed' | 'waitsFor'>
type AppliedRow = Row & Pick<AppliedCorrection, 'proposedBy' | 'agreedBy' | 'later'>

const most = 50

/** What is open, and to admins what was taken over. */
export async function listed(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  asked: number,
  viewer: Viewer,
) {
  const place = await database
    .selectFrom('restaurants as asked')
    .innerJoin('restaurants as r', (join) => join.on('r.id', '=', leadsTo('asked')))
    .select('r.id')
    .where('asked.id', '=', asked)
    .where('r.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!place) throw restaurantNotFound()
  return {
    open: await openOf(database, place.id, viewer, clock.now()),
    applied: isAdmin(viewer) ? await appliedOf(database, place.id) : [],
  }
}

/** Those that are still about what stands: of members whose word weighs, to admins of all whose word is heard. */
async function openOf(
  database: Database,
  restaurant: number,
  viewer: Viewer,
  now: Date,
): Promise<OpenCorrection[]> {
  const proposer = sql`c.user_id`
  const told = isAdmin(viewer) ? counts(proposer) : weighs(proposer, now)
  const { rows } = await sql<OpenRow>`
    select c.id, c.field, c.before, c.after, c.user_id = ${viewer.id} as own, c.created_at as at,
           c.agreed_by is not null as agreed, ${waitingFor(now)} as "waitsFor"
      from restaurant_corrections c join restaurants r on r.id = c.restaurant_id
     where c.restaurant_id = ${restaurant} and c.applied_at is null and c.before = ${currentOfRow}
       and (c.user_id = ${viewer.id} or ${told})
     order by c.created_at desc, c.id desc limit ${most}`.execute(database)
  return rows.map(({ own, agreed, waitsFor, ...row }) => ({
    ...wordsOfRow(row),
    own,
    agreed,
    waitsFor,
  }))
}

/** The restaurant's history: what was taken over and not undone, the newest first. */
async function appliedOf(database: Database, restaurant: number): Promise<AppliedCorrection[]> {
  const person = (user: string) =>
    sql`case when ${sql.ref(`${user}.id`)} is not null
             then jsonb_build_object('id', ${sql.ref(`${user}.id`)}, 'name', ${sql.ref(`${user}.user_name`)}) end`
  const { rows } = await sql<AppliedRow>`
    select c.id, c.field, c.before, c.after, c.applied_at as at,
           ${person('p')} as "proposedBy", ${person('a')} as "agreedBy",
           (row_number() over (partition by c.field order by c.applied_at desc, c.id desc))::integer - 1 as later
      from restaurant_corrections c
      left join users p on p.id = c.user_id
      left join users a on a.id = c.agreed_by
     where c.restaurant_id = ${restaurant} and c.applied_at is not null and c.undone_at is null
     order by c.applied_at desc, c.id desc limit ${most}`.execute(database)
  return rows.map(({ proposedBy, agreedBy, later, ...row }) => ({
    ...wordsOfRow(row),
    proposedBy,
    agreedBy,
    later,
  }))
}

const wordsOfRow = ({ id, field, before, after, at }: Row) => ({
  id,
  field,
  before: wordsOf(field, before),
  after: wordsOf(field, after),
  at: at.toISOString(),
})
