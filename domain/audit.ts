import { sql } from 'kysely'
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

/** What members wrote and were called, as rows of the audit name it. */
const wordsOfMembers = [
  'description',
  'bio',
  'answer',
  'contentHash',
  'userName',
  'email',
  'input',
  'user_name',
  'first_name',
  'last_name',
  'location_name',
]

/**
 * Takes the words and names of these members out of the audit, because their accounts are deleted. What was done to
 * them, when and by which account stays. A row about a favorite, its text or its photo says whose it is in `memberId`,
 * since the favorite may be gone by now.
 */
export async function forgetInAudit(tx: Database, members: number[]): Promise<void> {
  const accounts = members.flatMap((id) => [`member ${id}`, `user ${id}`])
  const without = (column: 'before' | 'after') => sql`
    case jsonb_typeof(${sql.ref(column)}) when 'object'
         then ${sql.ref(column)} - ${wordsOfMembers}::text[] else ${sql.ref(column)} end`
  await sql`
    update audit set before = ${without('before')}, after = ${without('after')}
     where subject = any (${accounts}::text[])
        or split_part(subject, ' ', 1) in ('yolo', 'text', 'photo')
           and coalesce(before ->> 'memberId', after ->> 'memberId') = any (${members}::text[])`.execute(
    tx,
  )
}

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
