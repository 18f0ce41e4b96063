type Place = { alone?: true | undefined; distanceMiles: number }

/** Of so many restaurants that are offered, one may be such that only the member who added it speaks for. */
export const oneAloneAmong = 4
/** Others of those are offered as if they were so many miles farther away. */
export const moreAloneMiles = 1

/**
 * Returns the nearest restaurants, sorted by distance. Of those that only the member who added them speaks for, a few are
 * among them (`oneAloneAmong`), so that who stands in one finds it; others come after what is within a mile of the point.
 * Anyone can add many beside a real one, which they mustn't push out.
 */
export const nearestOf = <P extends Place>(places: readonly P[], count: number): P[] =>
  ranked(places, count)
    .slice(0, count)
    .map(({ place }) => place)

/** Returns how many of the places `nearestOf` ranks as within so many miles. */
export const rankedWithin = (places: readonly Place[], count: number, miles: number) =>
  ranked(places, count).filter((it) => it.miles <= miles).length

/**
 * Returns those of each group beyond `oneAloneAmong` of `count`, in the order in which they are offered. What is in no
 * group (null) is none of them.
 */
export function beyondFew<T>(
  sorted: readonly T[],
  count: number,
  groupOf: (one: T) => number | null,
): Set<T> {
  const few = Math.floor(count / oneAloneAmong)
  const groups = Map.groupBy(sorted, groupOf)
  groups.delete(null)
  const more = new Set([...groups.values()].flatMap((group) => group.slice(few)))
  return new Set(sorted.filter((one) => more.has(one)))
}

function ranked<P extends Place>(places: readonly P[], count: number) {
  const sorted = places.toSorted((a, b) => a.distanceMiles - b.distanceMiles)
  const more = beyondFew(sorted, count, ({ alone }) => (alone ? 0 : null))
  return sorted
    .map((place) => ({
      place,
      miles: place.distanceMiles + (more.has(place) ? moreAloneMiles : 0),
    }))
    .toSorted((a, b) => a.miles - b.miles)
}
