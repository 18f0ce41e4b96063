import type { LogPosition } from './reads.ts'

/** Maximum number of remembered positions: about 40 minutes of constant writing, at four positions a second. */
const most = 10_000

/** The primary's positions over time, from which the lag of a replica is estimated. */
export type PositionHistory = {
  add(at: number, position: LogPosition): void
  /**
   * Returns how many milliseconds, at least, a replica that has replayed the log up to `replayed` is behind at the time
   * `now`.
   */
  behind(replayed: LogPosition, now: number): number
  /** Time at which the primary's position was last read. */
  latest(): number
  clear(): void
}

export function positionHistory(): PositionHistory {
  let known: { at: number; position: LogPosition }[] = []
  let latest = -Infinity
  return {
    add(at, position) {
      latest = at
      if (known.length > 0 && known.at(-1)!.position >= position) return
      known.push({ at, position })
      if (known.length > most) known = known.slice(-most / 2)
    },
    behind(replayed, now) {
      // The search starts at the end, because the match is nearly always among the last positions.
      let first = known.length
      while (first > 0 && known[first - 1]!.position > replayed) first--
      const missing = known[first]
      return missing ? Math.max(0, now - missing.at) : 0
    },
    latest: () => latest,
    clear: () => void (known = []),
  }
}
