import { sql } from 'kysely'
import { isAdmin } from '#domain/vocabulary/roles.ts'
import { notYours } from '#platform/contract/failure.ts'
import { transact } from '#platform/server/database.ts'
import { on } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { restaurantNotFound } from '../contract.ts'
import { currentOf, holdRestaurant, remember, sameOf, setFact } from './apply.server.ts'
import {
  agree,
  alreadySo,
  changedMeanwhile,
  correct,
  listCorrections,
  undoCorrection,
  verifyToCorrect,
  waitingCorrections,
  withdrawCorrection,
} from './contract.ts'
import { listed } from './list.server.ts'
import { readValue, refuseFar } from './read-value.server.ts'
import { waiting } from './waiting.server.ts'
import { entered, held, takeOver, writeDown } from './take-over.server.ts'

export const correctionHandlers = (services: Services) => {
  const { database } = services
  return [
    on(listCorrections, ({ input: { id }, viewer }) => listed(database, id, viewer)),

    on(waitingCorrections, ({ input: { cursor = 0 } }) => waiting(database, cursor)),

    on(correct, async ({ input: { id, field, value }, viewer }) => {
      if (!viewer.verified && !isAdmin(viewer)) throw verifyToCorrect()
      const read = await readValue(field, value)
      const after = JSON.stringify(read)
      return transact(database, async (tx) => {
        const place = await holdRestaurant(tx, id)
        if (!place) throw restaurantNotFound()
        if (!isAdmin(viewer)) refuseFar(field, read, place)
        const { rows: same } = await sql`
          select from restaurants r where r.id = ${place.id}
             and ${sameOf(field, currentOf(field), sql`${after}::jsonb`)}`.execute(tx)
        if (same.length > 0) throw alreadySo()
        const row = await entered(services, tx, { place: place.id, field, after, viewer })
        const applied = isAdmin(viewer) || row.user_id !== viewer.id
        if (applied) await takeOver(services, tx, row, viewer)
        return { id: row.id, applied }
      })
    }),

    on(agree, ({ input: { id }, viewer }) =>
      transact(database, async (tx) => {
        const row = await held(tx, id, 'open')
        if (!isAdmin(viewer) && !viewer.verified) throw verifyToCorrect()
        const { rows } = await sql`
          select from restaurants r where r.id = ${row.restaurant_id}
             and ${currentOf(row.field)} = ${JSON.stringify(row.before)}::jsonb`.execute(tx)
        if (rows.length === 0) throw changedMeanwhile()
        await takeOver(services, tx, row, viewer)
        return { id, applied: true }
      }),
    ),

    on(withdrawCorrection, ({ input: { id }, viewer }) =>
      transact(database, async (tx) => {
        const row = await held(tx, id, 'open')
        const own = row.user_id === viewer.id
        if (!own && !isAdmin(viewer)) throw notYours()
        await tx.deleteFrom('restaurant_corrections').where('id', '=', id).execute()
        if (!own) await writeDown(services, tx, viewer, 'decline', row, row.after, null)
        return { id }
      }),
    ),

    on(undoCorrection, ({ input: { id }, viewer }) =>
      transact(database, async (tx) => {
        const row = await held(tx, id, 'applied')
        const { rows } = await sql`
          select from restaurants r where r.id = ${row.restaurant_id}
             and ${currentOf(row.field)} = ${JSON.stringify(row.after)}::jsonb`.execute(tx)
        if (rows.length === 0) throw changedMeanwhile()
        await setFact(services, tx, row.restaurant_id, row.field, row.before)
        await tx
          .updateTable('restaurant_corrections')
          .set({ undone_at: services.clock.now() })
          .where('id', '=', id)
          .execute()
        // One that came with a merging counts too.
        const earlier = await tx
          .selectFrom('restaurant_corrections as c')
          .innerJoin('restaurants as r', 'r.id', 'c.restaurant_id')
          .select('c.id')
          .where((is) =>
            is.or([
              is('r.id', '=', row.restaurant_id),
              is('r.merged_into', '=', row.restaurant_id),
            ]),
          )
          .where('c.field', '=', row.field)
          .where('c.applied_at', 'is not', null)
          .where('c.undone_at', 'is', null)
          .executeTakeFirst()
        await remember(tx, row.restaurant_id, row.field, earlier !== undefined)
        await writeDown(services, tx, viewer, 'uncorrect', row, row.after, row.before)
        return { id }
      }),
    ),
  ]
}
