import type { Logger } from 'pino'
import { statusReader } from './server-status.ts'
import { replicaExclusionReason } from './left-out.ts'
import { replicaPools, type ReplicaPools } from './pools.ts'
import type { WatchedPrimary } from './primary.ts'
import type { ReplicaExclusionReason, LogPosition, ReplicaState } from './reads.ts'

/**
 * Successful checks in a row before a replica is used, so that a replica whose delay is close to the limit isn't used
 * and left out again every moment.
 */
const healthyChecks = 2
/** Milliseconds for which a replica isn't used after a query failed on it, even if it answers checks. */
const pause = 2_000

const reasons: Record<Exclude<ReplicaExclusionReason, 'not checked' | 'primary'>, string> = {
  away: 'it does not answer',
  promoted: 'it is no replica any more',
  foreign: 'it is no replica of DATABASE_URL’s server, or of another database',
  behind: 'it is too far behind',
}

export type Replica = {
  number: number
  state: ReplicaState
  /** Position up to which the replica shows all changes. */
  replayed: LogPosition
  /** Returns the replica's connection pools, or null while it is left out. */
  pools(): ReplicaPools | null
  /** Updates the replica's state. Concurrent callers share a check. */
  check(): Promise<void>
  /** Reports that a query failed on the replica, which is then left out for a while. */
  failed(): void
  end(): Promise<void>
}

type Options = {
  number: number
  url: string
  max: number
  primary: WatchedPrimary
  log: Logger
  /** Called if the replica has restarted or is another server, because data read from it may be lost. */
  changed(): void
}

export function watchReplica({ number, url, max, primary, log, changed }: Options): Replica {
  const server = statusReader(url)
  let pools: ReplicaPools | null = null
  let well = 0
  let notBefore = -Infinity
  let started: string | null = null
  let checking: Promise<void> | null = null
  let ended = false

  const replica: Replica = {
    number,
    state: { leftOut: 'not checked', behind: 0 },
    replayed: 0,
    pools: () => (replica.state.leftOut === null ? pools : null),
    check: () => (checking ??= check().finally(() => (checking = null))),
    failed() {
      notBefore = performance.now() + pause
      is('away')
    },
    async end() {
      ended = true
      close()
      await server.end()
    },
  }

  function close() {
    pools?.giveUp()
    pools = null
  }

  async function check(): Promise<void> {
    const asked = performance.now()
    try {
      const answer = await server.check()
      if (ended) return
      if (started !== answer.started) {
        if (started !== null) changed()
        started = answer.started
        replica.replayed = 0
      }
      replica.replayed = Math.max(replica.replayed, answer.position)
      // While the primary is unavailable, its position is unknown, so the lag is measured at its last answer.
      const now = primary.answers() ? asked : Math.min(asked, primary.history.latest())
      replica.state.behind = primary.history.behind(answer.position, now)
      if (pools && (pools.started !== answer.started || !answer.inRecovery)) close()
      const verdict = replicaExclusionReason(answer, {
        primary: { status: primary.status(), answers: primary.answers() },
        behind: replica.state.behind,
      })
      if (verdict === null) pools ??= replicaPools({ url, started: answer.started, max, log })
      is(verdict)
    } catch (error) {
      if (ended) return
      close()
      is('away', error)
    }
  }

  function is(verdict: ReplicaExclusionReason | null, error?: unknown) {
    well = verdict === null ? well + 1 : 0
    const before = replica.state.leftOut
    if (verdict === null && (well < healthyChecks || performance.now() < notBefore)) return
    replica.state.leftOut = verdict
    if (verdict === before) return
    if (verdict === 'primary') log.info({ replica: number }, 'a replica is the primary for now')
    else if (verdict === null) {
      if (before !== 'not checked') log.warn({ replica: number }, 'a replica is read again')
    } else if (verdict !== 'not checked')
      log.error(
        // A wrong role or database is told by the error alone.
        { replica: number, reason: reasons[verdict], err: (error as Error | undefined)?.message },
        'a replica is left out',
      )
  }
  return replica
}
