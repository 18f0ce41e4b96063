import { recordAudit } from '#domain/audit.ts'
import type { ActingRecorder } from '#platform/server/http/dispatch.ts'
import type { Services } from '#platform/server/services.ts'

const secret = /password|current|token|authorization/i
const longest = 2_000

/** Returns a call's input for the audit, without secrets and with long texts cut. */
const shown = (input: object) =>
  JSON.parse(
    JSON.stringify(input, (key, value: unknown) => {
      if (secret.test(key)) return undefined
      return typeof value === 'string' && value.length > longest ? value.slice(0, longest) : value
    }),
  ) as object

/**
 * Records in the audit every state-changing call that an admin makes as another user (docs/safety.md, S36). The row is
 * written before the call runs, so that nothing can happen unrecorded, and the outcome is added afterwards.
 */
export function actingRecorder({ database, clock }: Services): ActingRecorder {
  const ownWords = (id: number) =>
    database
      .selectFrom('users')
      .select(['user_name', 'first_name', 'last_name', 'bio', 'location_name'])
      .where('id', '=', id)
      .executeTakeFirst()

  return async ({ route }, input, viewer) => {
    const did = { route, input: shown(input) }
    const id = await recordAudit(database, viewer, 'as-another.write', `user ${viewer.id}`, {
      before: (await ownWords(viewer.id)) ?? {},
      after: did,
      at: clock.now(),
    })
    return async (outcome) => {
      const after = { ...did, outcome, ...(await ownWords(viewer.id)) }
      await database
        .updateTable('audit')
        .set({ after: JSON.stringify(after) })
        .where('id', '=', id)
        .execute()
    }
  }
}
