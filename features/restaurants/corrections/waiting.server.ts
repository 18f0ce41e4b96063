import { sql } from 'kysely'
import type { OutputOf } from '#platform/contract/call.ts'
import type { Database } from '#platform/server/services.ts'
import { currentOfRow } from './apply.server.ts'
import type { waitingCorrections } from './contract.ts'
import type { Correctable } from './fields.ts'
import { counts } from './weight.server.ts'
import { wordsOf } from './words.server.ts'

type Waiting = OutputOf<typeof waitingCorrections>
type Row = {
  id: number
  restaurantId: number
  restaurantName: string
  cityName: string
  field: Correctable
  before: unknown
  after: unknown
  userId: number
  userName: string
  at: Date
  agreed: boolean
}

const page = 200

/** What waits for a second member or an admin, of all restaurants: still about what stands, of members who count. */
export async function waiting(database: Database, after: number): Promise<Waiting> {
  const { rows } = await sql<Row>`
    select c.id, r.id as "restaurantId", r.name as "restaurantName", r.city_label as "cityName", c.field, c.before,
           c.after, u.id as "userId", u.user_name as "userName", c.created_at as at,
           c.agreed_by is not null as agreed
      from restaurant_corrections c
      join restaurants r on r.id = c.restaurant_id
      join users u on u.id = c.user_id
     where c.id > ${after} and c.applied_at is null and c.undone_at is null and r.deleted_at is null
       and c.before = ${currentOfRow} and ${counts(sql`c.user_id`)}
     order by c.id limit ${page + 1}`.execute(database)
  const corrections = rows.slice(0, page).map(({ field, before, after, at, ...row }) => ({
    ...row,
    field,
    before: wordsOf(field, before),
    after: wordsOf(field, after),
    at: at.toISOString(),
  }))
  return { corrections, cursor: rows.length > page ? corrections.at(-1)!.id : null }
}
