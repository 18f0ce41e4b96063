import { history, type History } from './history.ts'
import { statusReader, type ServerStatus } from './server-status.ts'

/** Where the primary is in its log, and whether it is there. */
export type WatchedPrimary = {
  history: History
  /** Its last words; null before the first. */
  status(): ServerStatus | null
  answers(): boolean
  check(): Promise<void>
  end(): Promise<void>
}

/** `changed`: another server is the primary now, or this one after a restart: what it hadn't on disk is gone. */
export function watchPrimary(url: string, changed: () => void): WatchedPrimary {
  const server = statusReader(url)
  const known = history()
  let status: ServerStatus | null = null
  let answers = false
  return {
    history: known,
    status: () => status,
    answers: () => answers,
    async check() {
      try {
        const now = await server.check()
        // A replica at the primary's address: the next one hasn't been made primary yet.
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
