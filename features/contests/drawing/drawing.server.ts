import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { sendMail } from '#features/mail/send.server.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { badInput } from '#platform/contract/failure.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Services } from '#platform/server/services.ts'
import {
  announceRedraw,
  drawContest,
  noEntries,
  noSeed,
  beaconNotAnnounced,
  notClosed,
  notDrawn,
  beaconNotPublic,
  redrawContest,
  winnerMayStillAnswer,
  winnerIsHeld,
} from '../admin/contract.ts'
import { prizeAlreadyAccepted, contestNotFound } from '../contract.ts'
import { closeDueContests } from '../jobs.server.ts'
import { answerDays, drawRows, type DrawRow } from '../rows.server.ts'
import { winningIndex } from './draw.ts'
import { seedOf } from './seeds.server.ts'

type Tx = Transaction<DB>
/** The transaction of a drawing, and the admin who draws. */
type Drawing = { services: Services; tx: Tx; viewer: Viewer }

const day = 24 * 60 * 60 * 1000
/**
 * Maximum milliseconds until the announced value of a redraw becomes known, so that the redraw can't be put off for
 * long.
 */
const farthest = 60 * day

const typeIn = () => badInput({ fields: { beacon: 'Type in the value that was announced.' } })

export const drawingHandlers = (services: Services) => {
  const { database, clock, events } = services
  /** Draws. If the winner may then answer, publishes an event that updates their open pages. */
  const drawn = async (id: number, work: (tx: Tx) => ReturnType<typeof draw>) => {
    const answer = await transact(database, work)
    const last = (await drawRows(database, clock.now(), id)).at(-1)
    if (last?.userId && last.outcome === 'waiting')
      events.publish({ kind: 'won', memberId: last.userId })
    return answer
  }
  return [
    implementCall(drawContest, async ({ input: { id, beacon }, viewer }) => {
      // If it is due, it is closed in a separate transaction, so that a drawing doesn't block members who save.
      await closeDueContests(services, { only: id })
      return drawn(id, (tx) => draw({ services, tx, viewer }, id, beacon ?? null))
    }),

    implementCall(redrawContest, ({ input: { id, beacon }, viewer }) =>
      drawn(id, (tx) => redraw({ services, tx, viewer }, id, beacon ?? null)),
    ),

    implementCall(announceRedraw, ({ input: { id, beacon, publicAt: wanted }, viewer }) =>
      transact(database, async (tx) => {
        const now = clock.now()
        await locked(tx, id)
        const { k, last } = await nextTurn(tx, id, now)
        const before = await announced(tx, id, k)
        if (before) return before
        const publicAt = new Date(wanted)
        const ahead = publicAt.getTime() - now.getTime()
        if (ahead <= 0 || ahead > farthest)
          throw badInput({ fields: { publicAt: 'It must become known later, within 60 days.' } })
        await tx
          .insertInto('contest_redraws')
          .values({ contest_id: id, k, beacon, announced_at: now, public_at: publicAt })
          .execute()
        await endTurn(tx, last)
        await recordAudit(tx, viewer, 'contest.announce-redraw', `contest ${id}`, {
          before: { draws: k },
          after: { beacon, publicAt },
          at: now,
        })
        return (await announced(tx, id, k))!
      }),
    ),
  ]
}

async function draw(drawing: Drawing, id: number, beacon: string | null) {
  const { tx, services } = drawing
  const contest = await locked(tx, id)
  const last = (await drawRows(tx, services.clock.now(), id)).at(-1)
  if (last) return answerOf(contest, last.entry, last.k)
  if (contest.announced !== null && !beacon) throw typeIn()
  if (contest.announced === null && beacon)
    throw badInput({ fields: { beacon: 'None was announced at the opening.' } })
  await tx
    .updateTable('contests')
    .set({ beacon_value: beacon, seed: contest.seed })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('contest_seeds').where('contest_id', '=', id).execute()
  return answerOf(contest, await enterDraw(drawing, { ...contest, beacon }, 0), 0)
}

async function redraw(drawing: Drawing, id: number, beacon: string | null) {
  const { tx, services } = drawing
  const now = services.clock.now()
  const contest = await locked(tx, id)
  const { k, last } = await nextTurn(tx, id, now)
  const next = await announced(tx, id, k)
  if (!next) throw beaconNotAnnounced()
  if (next.publicAt > now.toISOString()) throw beaconNotPublic({ publicAt: next.publicAt })
  if (!beacon) throw typeIn()
  // Ended already, unless an older version announced the redraw.
  await endTurn(tx, last)
  return answerOf(contest, await enterDraw(drawing, { ...contest, beacon }, k), k)
}

/**
 * Stores what became of a winner once a redraw is announced, so that nothing that happens to their account later, such
 * as a return or a release, stops the redraw.
 */
const endTurn = (tx: Tx, { contestId, k, outcome }: DrawRow) =>
  tx
    .updateTable('contest_draws')
    .set({ ended_as: outcome })
    .where('contest_id', '=', contestId)
    .where('k', '=', k)
    .execute()

/**
 * Makes the k-th draw: picks an entry, emails its member if they may answer, and records the draw in the audit log.
 * Returns the entry.
 */
async function enterDraw({ services, tx, viewer }: Drawing, contest: Locked, k: number) {
  const { id: contestId, seed, listHash, entryCount, beacon } = contest
  const drawn = { seed, contestId, listHash, beacon, redraw: k }
  const index = await winningIndex(entryCount, drawn, sha256)
  const { rows } = await sql<{ entry: number }>`
    select entries[${index + 1}::integer] as entry from contests where id = ${contestId}`.execute(
    tx,
  )
  const { entry } = rows[0]!
  const now = services.clock.now()
  const row = await tx
    .selectFrom('contest_entries')
    .select('user_id')
    .where('id', '=', entry)
    .executeTakeFirst()
  const userId = row?.user_id ?? null
  // A member who already had a turn with another entry isn't asked again.
  const before = (await drawRows(tx, now, contestId)).findLast((turn) => turn.userId === userId)
  await tx
    .insertInto('contest_draws')
    .values({
      contest_id: contestId,
      k,
      winning_entry: entry,
      user_id: userId,
      drawn_at: now,
      beacon,
      answer_by: before ? now : new Date(now.getTime() + answerDays * day),
      ...(before?.outcome === 'declined' ? { accepted: false, answered_at: now } : {}),
    })
    .execute()
  const winner = (await drawRows(tx, now, contestId)).at(-1)!
  if (winner.outcome === 'waiting')
    await sendMail(services, { kind: 'contest-won', userId: userId!, contestId }, tx)
  await recordAudit(
    tx,
    viewer,
    k === 0 ? 'contest.draw' : 'contest.redraw',
    `contest ${contestId}`,
    {
      before: { draws: k },
      after: { draws: k + 1, winningEntry: entry, ...(beacon === null ? {} : { beacon }) },
      at: now,
    },
  )
  return entry
}

export const sha256 = async (text: string) => createHash('sha256').update(text).digest('hex')

const answerOf = (
  { id, seed, listHash, entryCount }: Locked,
  winningEntry: number,
  redraws: number,
): OutputOf<typeof drawContest> => ({ id, seed, listHash, entryCount, winningEntry, redraws })

/** Returns the number of the next redraw and the last draw. Throws unless the last winner's turn is over. */
async function nextTurn(tx: Tx, id: number, now: Date) {
  const last = (await drawRows(tx, now, id)).at(-1)
  if (!last) throw notDrawn()
  const { outcome, answerBy, heldUntil } = last
  if (outcome === 'waiting') throw winnerMayStillAnswer({ answerBy })
  if (heldUntil && heldUntil > now.toISOString()) throw winnerIsHeld({ heldUntil })
  if (outcome === 'accepted') throw prizeAlreadyAccepted()
  return { k: last.k + 1, last }
}

async function announced(tx: Tx, id: number, k: number) {
  const { rows } = await sql<OutputOf<typeof announceRedraw>>`
    select contest_id as id, k, beacon as "beaconAnnounced", ${isoTimestampSql('announced_at')} as "announcedAt",
           ${isoTimestampSql('public_at')} as "publicAt"
      from contest_redraws where contest_id = ${id} and k = ${k}`.execute(tx)
  return rows[0] ?? null
}

type Locked = Awaited<ReturnType<typeof locked>>

/**
 * Locks a contest, so that if two admins draw at once, the second one sees what the first did. Throws unless the
 * contest has a seed, is closed and has entries.
 */
async function locked(tx: Tx, id: number) {
  const row = await tx
    .selectFrom('contests')
    .select([
      'closed_at',
      'seed_hash',
      'seed',
      'entry_count',
      'list_hash',
      'beacon',
      'beacon_value',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw contestNotFound()
  if (!row.seed_hash) throw noSeed()
  if (!row.closed_at || row.entry_count === null || !row.list_hash) throw notClosed()
  if (row.entry_count === 0) throw noEntries()
  const seed = row.seed ?? (await seedOf(tx, id))
  const {
    entry_count: entryCount,
    list_hash: listHash,
    beacon: announced,
    beacon_value: beacon,
  } = row
  return { id, seed, entryCount, listHash, announced, beacon }
}
