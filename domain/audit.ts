import type { Database } from '#platform/server/services.ts'

/** The account that acts, and the admin who uses its session, if any (rules: acting as 20). */
type Actor = { id: number; actingUserId: number | null }
type Change = { before?: unknown; after?: unknown; at?: Date }

/** The actor of commands that the operator runs, who has no account. */
export const operatorActor: Actor = { id: 0, actingUserId: null }

/**
 * Records in the audit what someone did. `subject` is the kind of thing and its id, such as 'item 7'. Call it in the
 * transaction of the change, so that no change goes unrecorded. Returns the row's id.
 */
export async function recordAudit(
  tx: Database,
  { id, actingUserId }: Actor,
  action: string,
  subject: string,
  { before, after, at }: Change = {},
): Promise<string> {
  const row = await tx
    .insertInto('audit')
    .values({
      actor_id: id,
      through_id: actingUserId,
      action,
      subject,
      before: json(before),
      after: json(after),
      ...(at && { at }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
