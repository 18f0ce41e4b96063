import { audited } from '#domain/audit.ts'
import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { sendMail } from '#features/mail/send.server.ts'
import { badInput } from '#platform/contract/failure.ts'
import { transact } from '#platform/server/database.ts'
import { on, type Viewer } from '#platform/server/http/handler.ts'
import type { DB } from '#platform/server/schema.ts'
import type { Services } from '#platform/server/services.ts'
import {
  acceptedAlready,
  drawContest,
  noEntries,
  noSeed,
  notClosed,
  notDrawn,
  redrawContest,
  stillTime,
} from '../admin/contract.ts'
import { closeDue } from './close.server.ts'
import { contestNotFound } from '../contract.ts'
import { placeDrawn } from './draw.ts'
import { drawRows } from '../rows.server.ts'

type Tx = Transaction<DB>

const day = 24 * 60 * 60 * 1000
/** So long has a winner to answer (rules: drawing). */
export const answerDays = 14

export const sha256 = async (text: string) => createHash('sha256').update(text).digest('hex')

export const drawingHandlers = (services: Services) => {
  const { database, clock } = services

  /** The k-th draw: the entry, its member, what they are told, and the row of the audit. */
  async function enter(tx: Tx, viewer: Viewer, contest: Locked, k: number) {
    const { id: contestId, seed, listHash, entries, beacon } = contest
    const drawing = { seed, contestId, listHash, beacon, redraw: k }
    const entry = entries[await placeDrawn(entries.length, drawing, sha256)]!
    const now = clock.now()
    const row = await tx
      .selectFrom('contest_entries')
      .select('user_id')
      .where('id', '=', entry)
      .executeTakeFirst()
    const userId = row?.user_id ?? null
    // Another entry of someone who had their turn: they aren't asked twice.
    const before = (await drawRows(tx, now, contestId)).findLast((one) => one.userId === userId)
    const declined = before?.outcome === 'declined'
    await tx
      .insertInto('contest_draws')
      .values({
        contest_id: contestId,
        k,
        winning_entry: entry,
        user_id: userId,
        drawn_at: now,
        answer_by: before ? now : new Date(now.getTime() + answerDays * day),
        ...(declined ? { accepted: false, answered_at: now } : {}),
      })
      .execute()
    const winner = (await drawRows(tx, now, contestId)).at(-1)!
    if (winner.outcome === 'waiting')
      await sendMail(services, { kind: 'contest-won', userId: userId!, contestId }, tx)
    await audited(tx, viewer, k === 0 ? 'contest.draw' : 'contest.redraw', `contest ${contestId}`, {
      before: { draws: k },
      after: { draws: k + 1, winningEntry: entry, ...(beacon === null ? {} : { beacon }) },
      at: now,
    })
    return entry
  }

  const answer = (
    { id, seed, listHash, entries }: Locked,
    winningEntry: number,
    redraws: number,
  ) => ({
    id,
    seed,
    listHash,
    entryCount: entries.length,
    winningEntry,
    redraws,
  })

  return [
    on(drawContest, async ({ input: { id, beacon = null }, viewer }) => {
      // In a transaction of its own: no drawing holds up those who save.
      await closeDue(services)
      return transact(database, async (tx) => {
        const contest = await locked(tx, id)
        const last = (await drawRows(tx, clock.now(), id)).at(-1)
        if (last) return answer(contest, last.entry, last.k)
        if (contest.announced !== null && !beacon)
          throw badInput({ fields: { beacon: 'Type in the value that was announced.' } })
        if (contest.announced === null && beacon)
          throw badInput({ fields: { beacon: 'None was announced at the opening.' } })
        await tx
          .updateTable('contests')
          .set({ beacon_value: beacon })
          .where('id', '=', id)
          .execute()
        return answer(contest, await enter(tx, viewer, { ...contest, beacon }, 0), 0)
      })
    }),

    on(redrawContest, ({ input: { id }, viewer }) =>
      transact(database, async (tx) => {
        const contest = await locked(tx, id)
        const last = (await drawRows(tx, clock.now(), id)).at(-1)
        if (!last) throw notDrawn()
        if (last.outcome === 'waiting') throw stillTime({ answerBy: last.answerBy.toISOString() })
        if (last.outcome === 'accepted') throw acceptedAlready()
        const k = last.k + 1
        return answer(contest, await enter(tx, viewer, contest, k), k)
      }),
    ),
  ]
}

type Locked = Awaited<ReturnType<typeof locked>>

/** A closed contest with entries; of two who draw at once the second sees what the first did. */
async function locked(tx: Tx, id: number) {
  const row = await tx
    .selectFrom('contests')
    .select(['closed_at', 'seed_hash', 'entries', 'list_hash', 'beacon', 'beacon_value'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw contestNotFound()
  if (!row.seed_hash) throw noSeed()
  if (!row.closed_at || !row.entries || !row.list_hash) throw notClosed()
  if (row.entries.length === 0) throw noEntries()
  const { seed } = await tx
    .selectFrom('contest_seeds')
    .select('seed')
    .where('contest_id', '=', id)
    .executeTakeFirstOrThrow()
  const { entries, list_hash: listHash, beacon: announced, beacon_value: beacon } = row
  return { id, seed, entries, listHash, announced, beacon }
}
