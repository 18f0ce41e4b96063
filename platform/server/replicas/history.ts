import type { Position } from './reads.ts'

/** So many of the primary's positions are remembered: at four a second, forty minutes of writing. */
const most = 10_000

/** Where the primary was when, to tell how far behind a replica is. */
export type History = {
  add(at: number, position: Position): void
  /** At `now` a replica that has got as far as this is at least so many milliseconds behind. */
  behind(replayed: Position, now: number): number
  /** When the primary last said where it is. */
  latest(): number
  clear(): void
}

export function history(): History {
  let known: { at: number; position: Position }[] = []
  let latest = -Infinity
  return {
    add(at, position) {
      latest = at
      if (known.length > 0 && known.at(-1)!.position >= position) return
      known.push({ at, position })
      if (known.length > most) known = known.slice(-most / 2)
    },
    behind(replayed, now) {
      // Nearly always it is one of the last.
      let first = known.length
      while (first > 0 && known[first - 1]!.position > replayed) first--
      const missing = known[first]
      return missing ? Math.max(0, now - missing.at) : 0
    },
    latest: () => latest,
    clear: () => void (known = []),
  }
}
