import { history, type History } from './history.ts'
import { looker, type Said } from './look.ts'

/** Where the primary is in its log, and whether it is there. */
export type WatchedPrimary = {
  history: History
  /** Its last words; null before the first. */
  said(): Said | null
  answers(): boolean
  look(): Promise<void>
  end(): Promise<void>
}

/** `changed`: another server is the primary now, or this one after a restart: what it hadn't on disk is gone. */
export function watchPrimary(url: string, changed: () => void): WatchedPrimary {
  const server = looker(url)
  const known = history()
  let said: Said | null = null
  let answers = false
  return {
    history: known,
    said: () => said,
    answers: () => answers,
    async look() {
      try {
        const now = await server.look()
        // A replica at the primary's address: the next one hasn't been made primary yet.
        answers = !now.inRecovery
        if (!answers) return
        if (said && (said.timeline !== now.timeline || said.started !== now.started)) {
          known.clear()
          changed()
        }
        said = now
        known.add(performance.now(), now.position)
      } catch {
        answers = false
      }
    },
    end: () => server.end(),
  }
}
