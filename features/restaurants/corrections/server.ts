import { sql } from 'kysely'
import type { Point } from '#domain/position/miles.ts'
import { refuseTakenDownText } from '#domain/moderated-content.ts'
import { isAdmin } from '#domain/vocabulary/roles.ts'
import { notYours } from '#platform/contract/failure.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { restaurantNotFound } from '../contract.ts'
import {
  currentFieldValueSql,
  lockRestaurant,
  isSameValueSql,
  type LockedRestaurant,
  type Tx,
} from './facts.server.ts'
import type { CorrectableField } from './fields.ts'
import {
  agreeWithCorrection,
  correctionUnchanged,
  correctionOutdated,
  proposeCorrection,
  listCorrections,
  readHours,
  undoCorrection,
  undoCorrectionsOfMember,
  mustVerifyToCorrect,
  waitingCorrections,
  withdrawCorrection,
} from './contract.ts'
import { correctionsOf, waitingCorrectionsPage } from './list.server.ts'
import { undoStanding } from './of-member.server.ts'
import {
  type CorrectionValue,
  parseCorrectionValue,
  parseHours,
  refuseDistantPin,
} from './read-value.server.ts'
import { findConfirmable } from './weight.server.ts'
import {
  agreeOrApply,
  auditCorrection,
  deleteSame,
  storeProposal,
  lockCorrection,
  undoCorrectionAndLater,
  settleProposal,
} from './take-over.server.ts'

export const correctionHandlers = (services: Services) => {
  const { database } = services
  return [
    implementCall(listCorrections, ({ input: { id }, viewer }) =>
      correctionsOf(services, id, viewer),
    ),

    implementCall(waitingCorrections, ({ input }) => waitingCorrectionsPage(database, input)),

    implementCall(readHours, async ({ input: { value }, viewer, request }) => {
      if (!viewer.verified && !isAdmin(viewer)) throw mustVerifyToCorrect()
      return { hours: await parseHours(value, { viewer, request }) }
    }),

    implementCall(proposeCorrection, async ({ input: { id, field, value }, viewer, request }) => {
      if (!viewer.verified && !isAdmin(viewer)) throw mustVerifyToCorrect()
      const read = await parseCorrectionValue(field, value, { viewer, request })
      const after = JSON.stringify(read)
      return transact(database, async (tx) => {
        const place = await lockRestaurant(tx, id, { field, viewerId: viewer.id })
        if (!place) throw restaurantNotFound()
        await refuseValue(tx, place, { field, value: read, viewer })
        const row = await storeProposal(services, tx, { place: place.id, field, after, viewer })
        const outcome = await settleProposal(services, tx, { row, viewer, request })
        return outcome
      })
    }),

    implementCall(agreeWithCorrection, ({ input: { id }, viewer, request }) =>
      transact(database, async (tx) => {
        const row = await lockCorrection(tx, id, 'open', viewer)
        if (!isAdmin(viewer) && !viewer.verified) throw mustVerifyToCorrect()
        const { rows } = await sql`
          select from restaurants r where r.id = ${row.restaurant_id}
             and ${currentFieldValueSql(row.field)} = ${JSON.stringify(row.before)}::jsonb`.execute(
          tx,
        )
        if (rows.length === 0) throw correctionOutdated()
        // Another may have proposed the same, with whom a member counts as two.
        const same = isAdmin(viewer)
          ? undefined
          : await findConfirmable(services, tx, { row, viewer, request })
        const outcome = await agreeOrApply(services, tx, { row: same ?? row, viewer, request })
        return outcome
      }),
    ),

    implementCall(withdrawCorrection, ({ input: { id }, viewer }) =>
      transact(database, async (tx) => {
        const row = await lockCorrection(tx, id, 'open', viewer)
        const own = row.user_id === viewer.id
        if (!own && !isAdmin(viewer)) throw notYours()
        await tx.deleteFrom('restaurant_corrections').where('id', '=', id).execute()
        if (!own) {
          await deleteSame(tx, row)
          const change = { before: row.after, after: null }
          await auditCorrection(services, tx, viewer, 'decline', row, change)
        }
        return { id }
      }),
    ),

    implementCall(undoCorrectionsOfMember, ({ input: { id }, viewer }) =>
      undoStanding(services, id, viewer),
    ),

    implementCall(undoCorrection, ({ input: { id, newestId }, viewer }) =>
      transact(database, async (tx) => {
        const row = await lockCorrection(tx, id, 'applied', viewer)
        await undoCorrectionAndLater(services, tx, row, { viewer, newestId })
        return { id }
      }),
    ),
  ]
}

type Proposed = { field: CorrectableField; value: CorrectionValue; viewer: Viewer }

/** Throws if it is so already, the pin is too far, or an admin took down such a text of the member. */
async function refuseValue(
  tx: Tx,
  place: LockedRestaurant,
  { field, value, viewer }: Proposed,
): Promise<void> {
  if (field === 'name' || field === 'address')
    await refuseTakenDownText(tx, { userId: viewer.id, yoloId: null }, value as string, 'value')
  if (!isAdmin(viewer)) refuseDistantPin(field, value, (place.trusted_pin as Point | null) ?? place)
  const wanted = sql`${JSON.stringify(value)}::jsonb`
  const { rows: same } = await sql`
    select from restaurants r where r.id = ${place.id}
       and ${isSameValueSql(field, currentFieldValueSql(field), wanted)}`.execute(tx)
  if (same.length > 0) throw correctionUnchanged()
}
