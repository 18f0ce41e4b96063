import { sql } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { restaurantVisibleToViewerSql } from '#domain/merged.ts'
import type { Point } from '#domain/position/miles.ts'
import { isAdmin } from '#domain/vocabulary/roles.ts'
import { foldText } from '#domain/fold.ts'
import { locator } from '#features/places/cities/cities.server.ts'
import { transact } from '#platform/server/database/database.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import type { Services, Tx } from '#platform/server/services.ts'
import { restaurantNotFound } from '../contract.ts'
import {
  acceptCorrection,
  correctionNotFound,
  declineCorrection,
  mustVerifyToCorrect,
  nothingChanged,
  openCorrections,
  proposeCorrections,
  type CorrectedFacts,
  type Correction,
} from './contract.ts'
import { correctableFields, hoursText, type CorrectableField, type DayHours } from './fields.ts'

type Value = CorrectedFacts[CorrectableField] | null
type Change = { restaurantId: number; field: CorrectableField; value: Value }

export const correctionHandlers = (services: Services) => [
  implementCall(proposeCorrections, async ({ input: { id, ...facts }, viewer }) => {
    if (!viewer.verified && !isAdmin(viewer)) throw mustVerifyToCorrect()
    return transact(services.database, async (tx) => {
      const now = await factsOf(tx, id, viewer)
      const fields = correctableFields.filter(
        (field) => facts[field] !== undefined && !isSame(facts[field], now[field]),
      )
      if (fields.length === 0) throw nothingChanged()
      for (const field of fields) {
        const change = { restaurantId: id, field, value: facts[field] ?? null }
        if (isAdmin(viewer)) await apply(services, tx, change, viewer)
        else await propose(tx, change, viewer.id, services.clock.now())
      }
      return { fields, applied: isAdmin(viewer) }
    })
  }),

  implementCall(openCorrections, async () => {
    const { rows } = await sql<Correction & { facts: Facts; value: Value }>`
      select c.id, c.field, c.value, ${isoTimestampSql('c.created_at')} as at, r.id as "restaurantId",
             r.name as "restaurantName", r.city_label as "cityName", u.id as "userId", u.user_name as "userName",
             ${factsSql} as facts
        from restaurant_corrections c
        join restaurants r on r.id = c.restaurant_id and r.deleted_at is null
        join users u on u.id = c.user_id and u.counts
       order by c.id limit 100`.execute(services.database)
    return {
      items: rows.map(({ facts, value, ...row }) => ({
        ...row,
        before: textOf(facts[row.field]),
        after: textOf(value),
      })),
    }
  }),

  implementCall(acceptCorrection, ({ input: { id }, viewer }) =>
    transact(services.database, async (tx) => {
      await apply(services, tx, await take(tx, id), viewer)
      return { id }
    }),
  ),

  implementCall(declineCorrection, ({ input: { id }, viewer }) =>
    transact(services.database, async (tx) => {
      const { restaurantId, field, value } = await take(tx, id)
      const at = services.clock.now()
      const change = { before: { [field]: value }, after: {}, at }
      await recordAudit(tx, viewer, 'restaurant.decline', `restaurant ${restaurantId}`, change)
      return { id }
    }),
  ),
]

const factsSql = sql`jsonb_build_object(
  'name', r.name, 'address', r.address, 'phone', r.phone, 'website', r.website, 'hours', r.opening_hours,
  'position', jsonb_build_object('latitude', r.latitude, 'longitude', r.longitude))`
type Facts = Record<CorrectableField, Value>

async function factsOf(tx: Tx, id: number, viewer: Viewer): Promise<Facts> {
  const { rows } = await sql<{ facts: Facts }>`
    select ${factsSql} as facts from restaurants r
     where id = ${id} and deleted_at is null and ${restaurantVisibleToViewerSql(viewer.id)}
       for no key update`.execute(tx)
  if (!rows[0]) throw restaurantNotFound()
  return rows[0].facts
}

const isSame = (value: Value | undefined, now: Value) => textOf(value ?? null) === textOf(now)

function textOf(value: Value): string {
  if (value === null || typeof value === 'string') return value ?? ''
  if (Array.isArray(value)) return hoursText(value as DayHours[])
  return `${(value as Point).latitude}, ${(value as Point).longitude}`
}

/** A member has one proposal for each fact: a second one takes its place. */
const propose = (tx: Tx, { restaurantId, field, value }: Change, userId: number, now: Date) =>
  sql`
    insert into restaurant_corrections (restaurant_id, user_id, field, value, created_at)
    values (${restaurantId}, ${userId}, ${field}, ${JSON.stringify(value)}, ${now})
    on conflict (restaurant_id, field, user_id)
    do update set value = excluded.value, created_at = excluded.created_at`.execute(tx)

/** Deletes a proposal that is being decided and returns it, so that two admins can't both decide. */
async function take(tx: Tx, id: number): Promise<Change> {
  const { rows } = await sql<Change>`
    delete from restaurant_corrections where id = ${id}
    returning restaurant_id as "restaurantId", field, value`.execute(tx)
  if (!rows[0]) throw correctionNotFound()
  return rows[0]
}

/** Sets a fact, which imports don't change any more. The triggers restaurants_copied and restaurants_searched update the dishes. */
async function apply(services: Services, tx: Tx, change: Change, admin: Viewer) {
  const { restaurantId, field, value } = change
  const facts = await factsOf(tx, restaurantId, admin)
  await tx
    .updateTable('restaurants')
    .set(await columnsOf(services, field, value))
    .set({ corrected: sql`array_remove(corrected, ${field}) || ${field}::text` })
    .where('id', '=', restaurantId)
    .execute()
  const audited = {
    before: { [field]: facts[field] },
    after: { [field]: value },
    at: services.clock.now(),
  }
  await recordAudit(tx, admin, 'restaurant.correct', `restaurant ${restaurantId}`, audited)
}

async function columnsOf({ database }: Services, field: CorrectableField, value: Value) {
  if (field === 'name') return { name: value as string, name_key: foldText(value as string) }
  if (field === 'hours') return { opening_hours: JSON.stringify(value) }
  if (field === 'position') return locator(database)(value as Point)
  return { [field]: (value as string) || null }
}
