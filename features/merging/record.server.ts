import { sql, type RawBuilder, type Transaction } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { versionOf } from '#domain/queue/seen.ts'
import { changedMeanwhile } from '#platform/contract/failure.ts'
import type { DB } from '#platform/server/database/schema.ts'

export type Tx = Transaction<DB>
export type MergeKind = 'item' | 'restaurant'

/** The account that merges or undoes a merging, and the admin who uses its session, if any. */
export type Actor = { id: number; actingUserId: number | null }

/** Row `from` is merged into row `into`: `from` goes and `into` stays. */
export type MergeIds = { from: number; into: number }
export type PlannedMerge = MergeIds & {
  at: Date
  by: Actor
  /** The id of the merging of two restaurants that this merging of two dishes is part of. */
  partOf: number | null
}
/** A merging that has been recorded. What it moves is recorded in `merge_parts` under the id `merge`. */
export type RecordedMerge = PlannedMerge & { merge: number }

export type MergeRow = {
  id: number
  from_id: number
  into_id: number
  at: Date
  before: {
    category?: number
    /** When the item that stays had last been confirmed. Absent in records of older versions. */
    confirmed?: string | null
    followers: number[]
    /**
     * The ids of those `followers` (items that had been merged into the item that goes) whose names no longer led to
     * that item, because it had been renamed since.
     */
    silent?: number[]
    items?: number[]
    empty?: string[]
    /** The values that the restaurant that stays was given last for columns that it lacked. Absent in older records. */
    gave?: Record<string, unknown>
    /**
     * The corrected facts that the restaurant that stays took over from the other one, with their columns; of an
     * import's merge, the facts that a member's restaurant took. The JSON field `had` has the former values of these
     * columns.
     */
    taken?: Record<string, string[]>
  }
}

/** Its message says why a merging can't be undone. */
export class CannotUndoMerge extends Error {}
export class NoSuchMerge extends CannotUndoMerge {}

/** Throws if the two that are about to be merged aren't what the admin saw. `seen` is undefined if the call didn't tell. */
export function refuseIfChanged(seen: string | undefined, shown: unknown[]): void {
  if (seen !== undefined && seen !== versionOf(shown)) throw changedMeanwhile()
}

const tableOf = (kind: MergeKind) => sql.table(`${kind}s`)

type Steps<F, Done> = {
  kind: MergeKind
  lock(tx: Tx, ids: number[]): Promise<void>
  /**
   * Returns what the audit records of a row. It must not contain members' data, because the audit is never erased.
   */
  factsOf(tx: Tx, id: number): Promise<F | undefined>
  /** Throws if the two can't be merged. */
  check(goes: F | undefined, stays: F | undefined): void
  merge(tx: Tx, merging: PlannedMerge): Promise<Done>
}

/** Merges two rows, and records in the audit what they were and what they became. */
export async function mergeTwo<F extends { id: number }, Done extends { merge: number }>(
  tx: Tx,
  by: Actor,
  { from, into }: MergeIds,
  at: Date,
  { kind, ...steps }: Steps<F, Done>,
): Promise<{ after: F; done: Done }> {
  await steps.lock(tx, [from, into])
  const goes = await steps.factsOf(tx, from)
  const stays = await steps.factsOf(tx, into)
  steps.check(goes, stays)
  const done = await steps.merge(tx, { from, into, at, by, partOf: null })
  const after = (await steps.factsOf(tx, into))!
  await recordAudit(tx, by, `${kind}.merge`, `${kind} ${into}`, {
    before: { goes, stays },
    after: { stays: after, ...done },
    at,
  })
  return { after, done }
}

/**
 * Records the merging and returns its id. `before` is SQL for a JSON object with the present facts that are needed to
 * undo the merging.
 */
export async function recordMerge(
  tx: Tx,
  kind: MergeKind,
  { from, into, partOf, by, at }: PlannedMerge,
  before: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into merges (kind, from_id, into_id, part_of, actor_id, through_id, at, before)
    values (${kind}, ${from}, ${into}, ${partOf}, ${by.id}, ${by.actingUserId}, ${at},
            ${before} || jsonb_build_object('followers', (
              select coalesce(jsonb_agg(f.id), '[]') from ${tableOf(kind)} f where f.merged_into = ${from})))
    returning id`.execute(tx)
  return rows[0]!.id
}

/** Redirects the row that goes, and every row that redirected to it, to the row that stays. */
export async function redirectToSurvivor(
  tx: Tx,
  kind: MergeKind,
  { from, into, at }: PlannedMerge,
): Promise<void> {
  const table = tableOf(kind)
  await sql`update ${table} set deleted_at = ${at}, merged_into = ${into} where id = ${from}`.execute(
    tx,
  )
  await sql`update ${table} set merged_into = ${into} where merged_into = ${from}`.execute(tx)
}

/** Restores the row that was merged away. Rows that redirected to it before the merging redirect to it again. */
export async function restoreMergedRow(tx: Tx, kind: MergeKind, merge: MergeRow): Promise<void> {
  const { from_id: from, into_id: into, before } = merge
  const table = tableOf(kind)
  // If the item that stayed was renamed since, the trigger `items_renamed` cleared `name_leads` of the items merged
  // into it. But the restored item wasn't renamed, so its own followers get their values back.
  const [named, namedAgain] =
    kind === 'item'
      ? [
          sql`, name_leads = true`,
          sql`, name_leads = id <> all (${before.silent ?? []}::integer[])`,
        ]
      : [sql``, sql``]
  await sql`update ${table} set deleted_at = null, merged_into = null ${named} where id = ${from}`.execute(
    tx,
  )
  await sql`
    update ${table} set merged_into = ${from} ${namedAgain}
     where id = any (${before.followers}::integer[]) and merged_into = ${into}`.execute(tx)
}
