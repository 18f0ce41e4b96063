import { sql } from 'kysely'
import { audited } from '#domain/audit.ts'
import {
  decideReports,
  roundOf,
  subjectOf,
  undoDecision,
  type About,
  type Decision,
  type Reported,
} from '#domain/decisions.ts'
import { dismissReports, lift, takeDown } from '#features/abuse/takedowns.server.ts'
import { Refusal, badInput } from '#platform/contract/failure.ts'
import { transact } from '#platform/server/database.ts'
import { on, type Viewer } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { remove, restore } from '#features/restaurants/deletion/server.ts'
import { notDeleted } from '#features/restaurants/deletion/contract.ts'
import { adminQueue, decideQueue } from './contract.ts'
import { clusterOf, decideCluster } from './decide-cluster.server.ts'
import { decidePlace, placeOf } from './decide-place.server.ts'
import { decidedPlaces, openPlaces } from './list.server.ts'
import {
  decidedBy,
  done,
  gone,
  newestOfSubject,
  reopen,
  stateOf,
  type Outcome,
  type Tx,
} from './outcomes.server.ts'
import { rowsOf } from './rows.server.ts'

type Case = Reported & { round: number }

const withdrawn: Outcome = { ...gone, message: 'Nobody reports this any more.' }

const tables = {
  item: 'items',
  restaurant: 'restaurants',
  text: 'yolos',
  photo: 'yolos',
  member: 'users',
} as const
const isAbout = (word: string): word is About => Object.hasOwn(tables, word)

const isMarked = (about: About) => about === 'item' || about === 'restaurant'

function caseOf(id: string): Case | null {
  const [about = '', number, round] = id.split('-')
  const one = { id: Number(number), round: Number(round) }
  return isAbout(about) && one.id <= 2_147_483_647 ? { about, ...one } : null
}

export const queueHandlers = (services: Services) => {
  const { database, clock } = services

  async function settle(
    id: string,
    decision: Decision | 'restore',
    reason: string,
    viewer: Viewer,
  ) {
    const cluster = clusterOf(id)
    if (cluster)
      return transact(database, (tx) =>
        decideCluster(tx, viewer, cluster, { decision, reason, at: clock.now() }),
      )
    const place = placeOf(id)
    if (place)
      return transact(database, (tx) =>
        decidePlace(tx, viewer, place, { decision, reason, at: clock.now() }),
      )
    const one = caseOf(id)
    if (!one) return gone
    try {
      return await transact(database, (tx) =>
        decision === 'restore'
          ? takeBack(services, tx, viewer, one)
          : decide(services, tx, viewer, one, { decision, reason }),
      )
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // Nothing was changed: what it says is told for this one, the others go on.
      const standing = await newestOf(database, one)
      const state: Outcome['state'] =
        standing?.round === one.round ? stateOf[standing.decision] : 'open'
      return { done: false, state, message: error.message }
    }
  }

  return [
    on(adminQueue, async ({ input: { kind, state, cursor } }) => {
      const page =
        state === 'open'
          ? await openPlaces(database, kind, cursor, clock.now())
          : await decidedPlaces(database, kind, cursor)
      return { items: await rowsOf(database, page.places), cursor: page.cursor }
    }),

    on(decideQueue, async ({ input: { ids, decision, reason = '' }, viewer }) => {
      if (decision !== 'restore' && reason === '')
        throw badInput({ fields: { reason: 'Please say why.' } })
      const results = []
      for (const id of ids) results.push({ id, ...(await settle(id, decision, reason, viewer)) })
      return { results }
    }),
  ]
}

async function decide(
  services: Services,
  tx: Tx,
  viewer: Viewer,
  one: Case,
  { decision, reason }: { decision: Decision; reason: string },
): Promise<Outcome> {
  const { about, id, round } = one
  const at = services.clock.now()
  // Of two who decide at once the second waits here, and then sees what the first did.
  const { rows } = await sql`
    select id from ${sql.table(tables[about])} where id = ${id}
       ${isMarked(about) ? sql`and deleted_at is null` : sql``} for update`.execute(tx)
  const next = await sql<{ round: number }>`select ${roundOf(subjectOf(one))} as round`.execute(tx)
  if (next.rows[0]!.round !== round) return decidedSince(tx, one)
  if (rows.length === 0) return gone

  if (!isMarked(about)) {
    const thing = { kind: about, id }
    if (decision === 'remove')
      return (await takeDown(services, tx, viewer, thing, reason))
        ? { done: true, state: 'removed', message: null }
        : { done: false, state: 'open', message: 'This is taken down already.' }
    return (await dismissReports(tx, viewer, thing, { reason, at })) > 0
      ? done(decision)
      : withdrawn
  }
  const facts = { decision, reason, memberId: null, actorId: viewer.id, at }
  const open = await decideReports(tx, one, facts)
  if (open === 0) return withdrawn
  if (decision === 'remove') await remove(tx, viewer, about, id, at, { reason })
  else
    await audited(tx, viewer, `${about}.dismiss`, subjectOf(one), {
      before: { open },
      after: { open: 0, reason },
      at,
    })
  return done(decision)
}

async function takeBack(services: Services, tx: Tx, viewer: Viewer, one: Case): Promise<Outcome> {
  const { about, id, round } = one
  const at = services.clock.now()
  const standing = await newestOf(tx, one)
  if (!standing || standing.round < round) return { done: false, state: 'open', message: null }
  if (standing.round > round) return decidedSince(tx, one)
  const undoing = { actorId: viewer.id, at, reopen: true }
  if (standing.decision === 'dismiss') {
    if (!(await undoDecision(tx, one, 'dismiss', undoing)))
      return takeBack(services, tx, viewer, one)
    const [action, reopened] = [
      `${isMarked(about) ? about : 'abuse'}.reopen`,
      { after: { open: true } },
    ]
    await audited(tx, viewer, action, subjectOf(one), { before: { open: false }, ...reopened, at })
    return reopen
  }
  if (isMarked(about)) {
    if (!(await restore(tx, viewer, about, id, at))) throw notDeleted()
    return reopen
  }
  const lifted = await lift(services, tx, viewer, { kind: about, id }, { reopen: true })
  return { ...reopen, done: lifted }
}

/** The decision on it that stands; those before it can't be undone any more. */
const newestOf = (database: Pick<Tx, 'selectFrom'>, one: Reported) =>
  newestOfSubject(database, subjectOf(one))

async function decidedSince(tx: Tx, one: Case): Promise<Outcome> {
  const standing = await newestOf(tx, one)
  return standing && standing.round >= one.round ? decidedBy(standing) : gone
}
