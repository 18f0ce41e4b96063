import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Point } from '#domain/position/miles.ts'
import { lockYolosOfRestaurant } from '#domain/locks/lock-order.ts'
import { restaurantVisibleToViewerSql } from '#domain/merged.ts'
import { foldText } from '#features/places/fold.ts'
import { loadGazetteer, locationColumns } from '#features/places/gazetteer/gazetteer.server.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Services } from '#platform/server/services.ts'
import type { CorrectableField } from './fields.ts'
import { type Hours, hoursSummary } from './hours-in-words.ts'

export type Tx = Transaction<DB>

type Pin = { latitude: number; longitude: number }

/** SQL for a restaurant's pin, in the JSON form that corrections store. */
export function pinJsonSql(restaurant: string) {
  const [latitude, longitude] = ['latitude', 'longitude'].map((of) =>
    sql.ref(`${restaurant}.${of}`),
  )
  return sql<Pin>`jsonb_build_object('latitude', ${latitude}, 'longitude', ${longitude})`
}

/** SQL for the current value of a field of a restaurant `r`, in the JSON form that corrections store. */
export const currentFieldValueSql = (field: CorrectableField) => sql`${now[field]}`
const now = {
  name: sql`to_jsonb(r.name)`,
  address: sql`to_jsonb(r.address)`,
  position: pinJsonSql('r'),
  phone: sql`coalesce(to_jsonb(r.phone), 'null')`,
  website: sql`coalesce(to_jsonb(r.website), 'null')`,
  hours: sql`coalesce(r.opening_hours, 'null')`,
} satisfies Record<CorrectableField, unknown>

/** SQL for the current value, in a restaurant `r`, of the field that a correction `c` is about. */
export const currentCorrectedValueSql = sql`case c.field ${sql.join(
  Object.entries(now).map(([field, value]) => sql`when ${sql.lit(field)} then ${value}`),
  sql` `,
)} end`

/** SQL for whether two JSON values of a field are the same. For phone numbers only the digits are compared. */
export const isSameValueSql = (
  field: CorrectableField,
  one: RawBuilder<unknown>,
  other: RawBuilder<unknown>,
) =>
  field === 'phone'
    ? sql`${phoneDigitsSql(one)} = ${phoneDigitsSql(other)}`
    : sql`${one} = ${other}`
export const phoneDigitsSql = (value: RawBuilder<unknown>) =>
  sql`regexp_replace((${value}) #>> '{}', '\\D', '', 'g')`

export type LockedRestaurant = { id: number } & Point & { trusted_pin: unknown }

/**
 * Finds and locks the restaurant that an id leads to, so that its facts change one after the other. Before a change of
 * its position it also locks the yolos there, because they move with it. Returns null if there is none or the viewer
 * may not see it.
 */
export async function lockRestaurant(
  tx: Tx,
  id: number,
  { field, viewerId }: { field: CorrectableField; viewerId: number },
): Promise<LockedRestaurant | null> {
  if (field === 'position') await lockYolosOfRestaurant(tx, id)
  const row = await tx
    .selectFrom('restaurants as r')
    .select(['id', 'deleted_at', 'latitude', 'longitude', 'trusted_pin'])
    .select(restaurantVisibleToViewerSql(viewerId).as('seen'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && !row.deleted_at && row.seen ? row : null
}

type Change = {
  restaurant: number
  field: CorrectableField
  value: unknown
  /** A pin set by an admin becomes the trusted one. If members set a pin, the trusted one is stored separately. */
  by: 'members' | 'admin'
}

/** Sets a fact. Data that depends on it (search, cells, city, cards) is updated here or by triggers. */
export async function setFact(
  { settings }: Services,
  tx: Tx,
  { restaurant, field, value, by }: Change,
): Promise<void> {
  const update = tx.updateTable('restaurants').where('id', '=', restaurant)
  if (field === 'name') {
    const name = value as string
    await update.set({ name, name_key: foldText(name) }).execute()
  } else if (field === 'position') {
    const place = locationColumns(await loadGazetteer(settings.stateDir), value as Point)
    // A restaurant without an address has its city's label instead, which has to follow the new position.
    const address = sql<string>`case when address = city_label then ${place.city_label} else address end`
    const trusted_pin =
      by === 'admin' ? null : sql<Pin>`coalesce(trusted_pin, ${pinJsonSql('restaurants')})`
    await update.set({ ...place, address, trusted_pin }).execute()
  } else if (field === 'hours')
    await update.set({ opening_hours: value === null ? null : JSON.stringify(value) }).execute()
  else await update.set({ [field]: value as string | null }).execute()
}

export type CorrectionRow = {
  id: number
  restaurant_id: number
  field: CorrectableField
  before: unknown
  after: unknown
  /**
   * The proposer, or null if the account was deleted. With an account, its open corrections are deleted, but not its
   * applied ones.
   */
  user_id: number | null
}

/** Records whether a field is corrected, because imports don't change corrected fields. */
export const setCorrected = (
  tx: Tx,
  restaurant: number,
  field: CorrectableField,
  corrected: boolean,
) =>
  sql`
    update restaurants
       set corrected = array_remove(corrected, ${field}) || ${corrected ? [field] : []}::text[]
     where id = ${restaurant}`.execute(tx)

/** Returns a fact as text for display. */
export function factText(field: CorrectableField, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (field === 'position') {
    const { latitude, longitude } = value as { latitude: number; longitude: number }
    return `${latitude}, ${longitude}`
  }
  return field === 'hours' ? hoursSummary(value as Hours) : (value as string)
}
