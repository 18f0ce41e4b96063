/** Number of days for which counts are kept. */
export const keptDays = 30

/** Returns the first day whose counts are still kept, as `YYYY-MM-DD` by UTC. */
export function keptFrom(now: Date): string {
  const first = new Date(now)
  first.setUTCDate(first.getUTCDate() - (keptDays - 1))
  return first.toISOString().slice(0, 10)
}
