export type Spot = { id: number; x: number; y: number }
export type Cluster<S extends Spot> = { x: number; y: number; members: S[] }

/**
 * Marks that would lie on one another become one. Taken in the order given, best first, so that the best of a
 * neighbourhood keeps its place.
 */
export function clustersOf<S extends Spot>(spots: S[], apart: number): Cluster<S>[] {
  const clusters: Cluster<S>[] = []
  for (const spot of spots) {
    const near = clusters.find(({ x, y }) => Math.hypot(x - spot.x, y - spot.y) < apart)
    if (near) near.members.push(spot)
    else clusters.push({ x: spot.x, y: spot.y, members: [spot] })
  }
  return clusters
}
