import { sql, type RawBuilder } from 'kysely'
import { audited } from '#domain/audit.ts'
import type { Decision } from '#domain/decisions.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import { remove, restore } from '#features/restaurants/deletion/server.ts'
import {
  decidedBy,
  done,
  gone,
  newestOfSubject,
  reopen,
  standingOf,
  undo,
  writeDecision,
  type Outcome,
  type Tx,
} from './outcomes.server.ts'

type Place = { id: number; round: number }
type Facts = { decision: Decision | 'restore'; reason: string; at: Date }

const withdrawn: Outcome = { ...gone, message: 'No source says so any more.' }

/** The restaurant closed at its source that an id of the queue names; null where it names something else. */
export function placeOf(id: string): Place | null {
  const [about, number, round] = id.split('-')
  const one = { id: Number(number), round: Number(round) }
  return about === 'place' && one.id <= 2_147_483_647 ? one : null
}

/** It is deleted as by hand, or stays; or that is undone. */
export async function decidePlace(
  tx: Tx,
  viewer: Viewer,
  one: Place,
  { decision, reason, at }: Facts,
): Promise<Outcome> {
  const { id, round } = one
  const [subject, restaurant] = [`place ${id}`, `restaurant ${id}`]
  if (decision === 'restore') {
    const standing = await standingOf(tx, { subject, round })
    if (standing.outcome) return standing.outcome
    if (!(await undo(tx, viewer, { subject, round }, at))) return { ...reopen, done: false }
    // Who restored it elsewhere has done half of this.
    if (standing.decision === 'remove') await restore(tx, viewer, 'restaurant', id, at)
    await settle(tx, id, sql`null`, sql`not null`)
    if (standing.decision === 'dismiss')
      await audited(tx, viewer, 'place.reopen', restaurant, { after: { open: true }, at })
    return reopen
  }
  // Of two who decide at once the second waits here, and then sees what the first did.
  await sql`select from restaurants where id = ${id} for update`.execute(tx)
  const standing = await newestOfSubject(tx, subject)
  if (standing && standing.round >= round) return decidedBy(standing)
  const sources = await settle(tx, id, sql`${at}::timestamptz`, sql`null`)
  if (sources.length === 0) return withdrawn
  if (decision === 'remove') {
    if (!(await remove(tx, viewer, 'restaurant', id, at, { reason }))) return gone
  } else
    await audited(tx, viewer, 'place.dismiss', restaurant, {
      before: { closedAt: sources },
      after: { open: 0, reason },
      at,
    })
  await writeDecision(tx, viewer, { kind: 'places', subject, round }, { decision, reason, at })
  return done(decision)
}

/** What its sources say is settled, or open again; which they are. */
async function settle(
  tx: Tx,
  id: number,
  to: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`
    update source_closures set settled_at = ${to}
     where settled_at is ${from} and told_id in (
       select ${id}::integer union all select t.id from restaurants t where t.merged_into = ${id})
    returning source`.execute(tx)
  return rows.map(({ source }) => source)
}
