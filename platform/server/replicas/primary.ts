import { positionHistory, type PositionHistory } from './history.ts'
import { statusReader, type ServerStatus } from './server-status.ts'

/** The primary's log positions, status and availability, as regular checks find them. */
export type WatchedPrimary = {
  history: PositionHistory
  /** Returns the status from the last successful check, or null before the first. */
  status(): ServerStatus | null
  answers(): boolean
  check(): Promise<void>
  end(): Promise<void>
}

/**
 * Watches the primary. Calls `changed` if another server has become the primary or the primary has restarted, because
 * changes that the old server hadn't written to disk, or hadn't sent to the new primary, are lost then.
 */
export function watchPrimary(url: string, changed: () => void): WatchedPrimary {
  const server = statusReader(url)
  const known = positionHistory()
  let status: ServerStatus | null = null
  let answers = false
  return {
    history: known,
    status: () => status,
    answers: () => answers,
    async check() {
      try {
        const now = await server.check()
        // During a failover the address may lead to a replica that hasn't been promoted yet.
        answers = !now.inRecovery
        if (!answers) return
        if (status && (status.timeline !== now.timeline || status.started !== now.started)) {
          known.clear()
          changed()
        }
        status = now
        known.add(performance.now(), now.position)
      } catch {
        answers = false
      }
    },
    end: () => server.end(),
  }
}
