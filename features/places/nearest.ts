type Place = { alone?: true | undefined; distanceMiles: number }

/** Of so many restaurants that are offered, one is at most such that only the member who added it speaks for. */
export const oneAloneAmong = 4

/**
 * Returns the nearest restaurants, sorted by distance. Of those that only the member who added them speaks for, a few are
 * among them (`oneAloneAmong`), so that who stands in one finds it; others only if there is nothing else. Anyone can add
 * many beside a real one, which they mustn't push out.
 */
export function nearestOf<P extends Place>(places: readonly P[], count: number): P[] {
  const sorted = places.toSorted((a, b) => a.distanceMiles - b.distanceMiles)
  const alone = sorted.filter((place) => place.alone)
  const more = new Set(alone.slice(Math.floor(count / oneAloneAmong)))
  return [...sorted.filter((place) => !more.has(place)), ...more].slice(0, count)
}
