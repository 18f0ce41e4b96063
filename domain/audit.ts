import type { Database } from '#platform/server/services.ts'

/** Whose action it is, and who really sits behind the session (rules: acting as 20). */
type Actor = { id: number; through: number | null }
type Change = { before?: unknown; after?: unknown; at?: Date }

/** The operator has no account. */
export const operator: Actor = { id: 0, through: null }

/**
 * Writes down what someone did by right of their role: `subject` is the kind of thing and its id. In the
 * same transaction, so that nothing is changed unseen; answers the row's number.
 */
export async function audited(
  tx: Database,
  { id, through }: Actor,
  action: string,
  subject: string,
  { before, after, at }: Change = {},
): Promise<string> {
  const row = await tx
    .insertInto('audit')
    .values({
      actor_id: id,
      through_id: through,
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
