import { sql } from 'kysely'
import { adminIds } from '#domain/vocabulary/roles.ts'
import { Refusal } from '#platform/contract/failure.ts'
import { transact } from '#platform/server/database/database.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { correctionOutdated } from './contract.ts'
import { currentCorrectedValueSql } from './facts.server.ts'
import { lockCorrection, undoCorrectionAndLater } from './take-over.server.ts'
import { isEligibleCorrectorSql } from './weight.server.ts'

type Standing = { id: number; reopens: boolean }

/**
 * SQL for the corrections that stand, that this member proposed or agreed with, and that no admin took over. `reopens`
 * is true if a member who counts (`isEligibleCorrectorSql`) proposed it and this one only agreed.
 */
export const standingCorrectionsSql = (member: number) => sql<Standing>`
  select c.id, c.user_id <> ${member} and ${isEligibleCorrectorSql(sql`c.user_id`)} as reopens
    from restaurant_corrections c join restaurants r on r.id = c.restaurant_id
   where (c.user_id = ${member} or c.agreed_by = ${member}) and c.applied_at is not null and c.undone_at is null
     and (c.agreed_by = any (${adminIds}::integer[])) is not true
     and r.deleted_at is null and c.after = ${currentCorrectedValueSql}
     and not exists (
       select from restaurant_corrections l
        where l.restaurant_id = c.restaurant_id and l.field = c.field and l.undone_at is null
          and (l.applied_at, l.id) > (c.applied_at, c.id))`

/**
 * Undoes a member's corrections that stand, and those of theirs that stand once these are undone. What another member
 * proposed waits for an admin, because others like this member would agree with it again. Returns how many were undone,
 * and how many wait. What changes meanwhile is left as it is.
 */
export async function undoStanding(
  services: Services,
  member: number,
  viewer: Viewer,
): Promise<{ undone: number; reopened: number }> {
  const undo = (id: number) =>
    transact(services.database, async (tx) => {
      const row = await lockCorrection(tx, id, 'applied', viewer)
      const { rows } = await standingCorrectionsSql(member).execute(tx)
      const standing = rows.find((one) => one.id === id)
      if (!standing) throw correctionOutdated()
      await undoCorrectionAndLater(services, tx, row, { viewer, reopens: standing.reopens })
      return standing.reopens
    })
  const tried = new Set<number>()
  const done = { undone: 0, reopened: 0 }
  for (;;) {
    const { rows } = await standingCorrectionsSql(member).execute(services.database)
    const next = rows.filter(({ id }) => !tried.has(id))
    if (next.length === 0) return done
    for (const { id } of next) {
      tried.add(id)
      try {
        done[(await undo(id)) ? 'reopened' : 'undone'] += 1
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
    }
  }
}
