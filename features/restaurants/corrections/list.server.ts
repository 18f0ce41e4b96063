import { sql } from 'kysely'
import { leadsTo } from '#domain/merged.ts'
import { isAdmin } from '#domain/vocabulary/roles.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import type { Database } from '#platform/server/services.ts'
import { restaurantNotFound } from '../contract.ts'
import { counts, currentOfRow } from './apply.server.ts'
import type { Correction } from './contract.ts'
import type { Correctable } from './fields.ts'
import { wordsOf } from './words.server.ts'

type Row = {
  id: number
  field: Correctable
  before: unknown
  after: unknown
  own: boolean
  at: Date
  applied: boolean
}

const most = 50

/** Open ones that are still about what stands, of members who count; to admins what was taken over, too. */
export async function listed(database: Database, asked: number, viewer: Viewer) {
  const place = await database
    .selectFrom('restaurants as asked')
    .innerJoin('restaurants as r', (join) => join.on('r.id', '=', leadsTo('asked')))
    .select('r.id')
    .where('asked.id', '=', asked)
    .where('r.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!place) throw restaurantNotFound()
  const told = sql`(c.user_id = ${viewer.id} or ${counts(sql`c.user_id`)})`
  const { rows } = await sql<Row>`
    select c.id, c.field, c.before, c.after, c.user_id = ${viewer.id} as own,
           coalesce(c.applied_at, c.created_at) as at, c.applied_at is not null as applied
      from restaurant_corrections c
      join restaurants r on r.id = c.restaurant_id
     where c.restaurant_id = ${place.id} and c.undone_at is null
       and case when c.applied_at is null then c.before = ${currentOfRow} and ${told}
                else ${isAdmin(viewer)}::boolean and c.after = ${currentOfRow} end
     order by at desc, c.id desc limit ${most}`.execute(database)
  const correctionOf = ({ id, field, before, after, own, at }: Row): Correction => ({
    id,
    field,
    before: wordsOf(field, before),
    after: wordsOf(field, after),
    own,
    at: at.toISOString(),
  })
  return {
    open: rows.filter(({ applied }) => !applied).map(correctionOf),
    applied: rows.filter(({ applied }) => applied).map(correctionOf),
  }
}
