import { sql } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { adminIds, isAdmin } from '#domain/vocabulary/roles.ts'
import { Refusal } from '#platform/contract/failure.ts'
import type { RequestFacts, Viewer } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import {
  type CorrectionRow,
  currentFieldValueSql,
  lockRestaurant,
  setCorrected,
  isSameValueSql,
  setFact,
  type Tx,
} from './facts.server.ts'
import {
  correctionOutdated,
  correctionNotFound,
  limitReachedMessage,
  needsSecondMember,
} from './contract.ts'
import type { CorrectableField } from './fields.ts'
import {
  findConfirmable,
  hasAgreementSql,
  hasReachedLimit,
  isAgreedSql,
  neededApproverSql,
  lockLimits,
  saysTheSameSql,
  type Waiting,
  weighPair,
  requireAdminForCityChange,
} from './weight.server.ts'

type New = { place: number; field: CorrectableField; after: string; viewer: Viewer }

/**
 * Stores the viewer's proposal, also if another member has proposed the same before, who may withdraw it. Their earlier
 * proposal and those about a value that has changed since are deleted.
 */
export async function storeProposal({ clock }: Services, tx: Tx, typed: New) {
  const { place, field, viewer } = typed
  const after = await asProposed(tx, typed)
  await sql`
    delete from restaurant_corrections c using restaurants r
     where c.restaurant_id = ${place} and c.field = ${field} and c.applied_at is null and r.id = ${place}
       and (c.user_id = ${viewer.id} or c.before <> ${currentFieldValueSql(field)})`.execute(tx)
  const { rows } = await sql<CorrectionRow>`
    insert into restaurant_corrections (restaurant_id, field, before, after, user_id, created_at)
    select r.id, ${field}, ${currentFieldValueSql(field)}, ${after}::jsonb, ${viewer.id}, ${clock.now()}
      from restaurants r where r.id = ${place}
    returning id, restaurant_id, field, before, after, user_id`.execute(tx)
  return rows[0]!
}

/**
 * Returns the value as another member's open proposal of the same value writes it, otherwise `after`. The restaurant's
 * lock prevents that proposal from being deleted in the meantime.
 */
async function asProposed(tx: Tx, { place, field, after, viewer }: New): Promise<string> {
  const { rows } = await sql<{ after: string }>`
    select c.after::text as after from restaurant_corrections c
     where c.restaurant_id = ${place} and c.field = ${field} and c.applied_at is null
       and c.user_id <> ${viewer.id} and ${isSameValueSql(field, sql`c.after`, sql`${after}::jsonb`)}
     order by c.id limit 1`.execute(tx)
  return rows[0]?.after ?? after
}

/**
 * Locks a correction's restaurant, then the correction, and returns the correction. Throws `correctionNotFound` if
 * there is none in this state.
 */
export async function lockCorrection(
  tx: Tx,
  id: number,
  state: 'open' | 'applied',
  viewer: Viewer,
): Promise<CorrectionRow> {
  const read = async (lock: boolean) => {
    const { rows } = await sql<CorrectionRow>`
      select id, restaurant_id, field, before, after, user_id from restaurant_corrections
       where id = ${id} and undone_at is null
         and ${state === 'open' ? sql`applied_at is null` : sql`applied_at is not null`}
       ${lock ? sql`for update` : sql``}`.execute(tx)
    return rows[0]
  }
  const first = await read(false)
  const place =
    first &&
    (await lockRestaurant(tx, first.restaurant_id, { field: first.field, viewerId: viewer.id }))
  // Corrections of a restaurant that was merged into another one can't be changed.
  const row = place?.id === first?.restaurant_id ? await read(true) : undefined
  if (!row) throw correctionNotFound()
  return row
}

type Agreeing = { row: CorrectionRow; viewer: Viewer; request: RequestFacts }

/**
 * Applies a correction if an admin agrees, or a second member does and the two can confirm it together (see `weighPair`).
 * If an admin must check it, the member's agreement is only recorded. So it is if the two don't count as two, and they
 * read the same, because accounts of one cluster must not learn that they are suspected.
 */
export async function agreeOrApply(services: Services, tx: Tx, { row, viewer, request }: Agreeing) {
  const { id, user_id: proposer } = row
  const now = services.clock.now()
  if (!isAdmin(viewer)) {
    if (proposer === null || proposer === viewer.id) throw needsSecondMember()
    const { haveWeight, areTwo } = await weighPair(services, tx, { proposer, viewer, request })
    if (!haveWeight) throw needsSecondMember()
    await lockLimits(tx, [proposer, viewer.id])
    const waitsFor = await loadNeededApprover(services, tx, id)
    // Otherwise members who reached it could keep proposals of others from members, by agreeing with them.
    if (waitsFor === 'member' && (await hasReachedLimit(tx, { field: row.field, viewer, now })))
      throw needsSecondMember({ message: limitReachedMessage })
    if (waitsFor === 'admin' || !areTwo) {
      await sql`
        update restaurant_corrections c set agreed_by = ${viewer.id}
         where c.id = ${id} and not ${areTwo ? isAgreedSql() : hasAgreementSql()}`.execute(tx)
      return { id, applied: false, waitsFor: 'admin' as const }
    }
  }
  await setFact(services, tx, {
    restaurant: row.restaurant_id,
    field: row.field,
    value: row.after,
    by: isAdmin(viewer) ? 'admin' : 'members',
  })
  await setCorrected(tx, row.restaurant_id, row.field, true)
  await sql`
    update restaurant_corrections set applied_at = ${now}, agreed_by = ${viewer.id}
     where id = ${id}`.execute(tx)
  await deleteSame(tx, row)
  await auditCorrection(services, tx, viewer, 'correct', row, row)
  return { id, applied: true, waitsFor: null }
}

/**
 * Applies a new proposal if an admin made it, or it is another member's too and the two can confirm it together.
 * Otherwise it waits, also beside another one that says the same, which the viewer may not take over today.
 */
export async function settleProposal(
  services: Services,
  tx: Tx,
  { row, viewer, request }: Agreeing,
) {
  const same = await findConfirmable(services, tx, { row, viewer, request })
  if (same || isAdmin(viewer))
    try {
      const outcome = await agreeOrApply(services, tx, { row: same ?? row, viewer, request })
      return outcome.applied ? outcome : { ...outcome, id: row.id }
    } catch (error) {
      if (!(error instanceof Refusal && error.code === needsSecondMember.code)) throw error
    }
  return { id: row.id, applied: false, waitsFor: await loadNeededApprover(services, tx, row.id) }
}

/** Deletes the open corrections that say the same as one that was decided. */
export const deleteSame = (tx: Tx, row: CorrectionRow) =>
  sql`delete from restaurant_corrections c where ${saysTheSameSql(row)} and c.id <> ${row.id}`.execute(
    tx,
  )

/** Returns whether an open correction waits for a second member or for an admin. */
export async function loadNeededApprover(services: Services, tx: Tx, id: number) {
  const { rows } = await sql<Waiting>`
    select c.field, c.after, r.city_label as city, ${neededApproverSql(services.clock.now())} as "waitsFor"
      from restaurant_corrections c join restaurants r on r.id = c.restaurant_id where c.id = ${id}`.execute(
    tx,
  )
  const [row] = await requireAdminForCityChange(services, rows)
  return row!.waitsFor
}

type Undoing = {
  viewer: Viewer
  /** Whether it waits again as a proposal with which nobody agreed. Then it must be the newest of its fact. */
  reopens?: boolean
  /** The newest correction of the same fact that the admin saw; undefined if the call didn't tell it. */
  newestId?: number | undefined
}

/**
 * Restores the value from before a correction, and undoes it together with all later corrections of the same fact.
 * Throws if there is one that the admin hasn't seen.
 */
export async function undoCorrectionAndLater(
  services: Services,
  tx: Tx,
  row: CorrectionRow,
  { viewer, reopens = false, newestId }: Undoing,
): Promise<void> {
  const { restaurant_id: restaurant, field } = row
  const { rows } = await sql<{ id: number; after: unknown; stands: boolean }>`
    select c.id, c.after, c.after = ${currentFieldValueSql(field)} as stands
      from restaurant_corrections c join restaurants r on r.id = c.restaurant_id
     where c.restaurant_id = ${restaurant} and c.field = ${field} and c.undone_at is null
       and (c.applied_at, c.id) >= (select applied_at, id from restaurant_corrections where id = ${row.id})
     order by c.applied_at, c.id`.execute(tx)
  const newest = rows.at(-1)
  if (!newest?.stands || newest.id !== (newestId ?? newest.id)) throw correctionOutdated()
  await setFact(services, tx, { restaurant, field, value: row.before, by: 'admin' })
  if (reopens) await reopen(tx, row)
  else
    await sql`
      update restaurant_corrections set undone_at = ${services.clock.now()}
       where id = any (${rows.map(({ id }) => id)}::integer[])`.execute(tx)
  // Corrections of restaurants that were merged into this one count too.
  const { rows: earlier } = await sql<{ before: unknown; by_admin: boolean }>`
    select c.before, c.agreed_by = any (${adminIds}::integer[]) as by_admin
      from restaurant_corrections c join restaurants r on r.id = c.restaurant_id
     where ${restaurant} in (r.id, r.merged_into) and c.field = ${field} and c.applied_at is not null
       and c.undone_at is null
     order by c.applied_at, c.id`.execute(tx)
  await setCorrected(tx, restaurant, field, earlier.length > 0)
  // If members set the restored pin, the trusted one is where they moved it from first since an admin last set it.
  const [byMembers] = earlier.slice(earlier.findLastIndex((one) => one.by_admin) + 1)
  if (field === 'position' && byMembers)
    await sql`
      update restaurants set trusted_pin = ${JSON.stringify(byMembers.before)}::jsonb
       where id = ${restaurant}`.execute(tx)
  await auditCorrection(services, tx, viewer, reopens ? 'reopen' : 'uncorrect', row, {
    before: newest.after,
    after: row.before,
  })
}

/** Makes a correction an open proposal again, in place of what its member has proposed of the same fact since. */
async function reopen(tx: Tx, { id, restaurant_id, field, after, user_id }: CorrectionRow) {
  await sql`
    delete from restaurant_corrections
     where restaurant_id = ${restaurant_id} and field = ${field} and applied_at is null
       and (user_id = ${user_id} or after = ${JSON.stringify(after)}::jsonb)`.execute(tx)
  await sql`
    update restaurant_corrections set applied_at = null, agreed_by = null where id = ${id}`.execute(
    tx,
  )
}

export const auditCorrection = (
  { clock }: Services,
  tx: Tx,
  viewer: Viewer,
  action: 'correct' | 'uncorrect' | 'reopen' | 'decline',
  { field, restaurant_id, user_id }: CorrectionRow,
  change: { before: unknown; after: unknown },
) =>
  recordAudit(tx, viewer, `restaurant.${action}`, `restaurant ${restaurant_id}`, {
    before: { [field]: change.before },
    after: { [field]: change.after, proposedBy: user_id },
    at: clock.now(),
  })
