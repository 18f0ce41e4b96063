import { recordAudit } from '#domain/audit.ts'
import type { ActingRecorder } from '#platform/server/http/dispatch.ts'
import type { Services } from '#platform/server/services.ts'

const secret = /password|current|token|authorization/i

/**
 * Records in the audit every state-changing call that an admin makes as another user (docs/safety.md, S36), before the
 * call runs, so that nothing can happen unrecorded.
 */
export const actingRecorder =
  ({ database, clock }: Services): ActingRecorder =>
  async ({ route }, input, viewer) => {
    const shown = JSON.parse(
      JSON.stringify(input, (key, value: unknown) => (secret.test(key) ? undefined : value)),
    ) as object
    await recordAudit(database, viewer, 'as-another.write', `user ${viewer.id}`, {
      after: { route, input: shown },
      at: clock.now(),
    })
    return async () => {}
  }
