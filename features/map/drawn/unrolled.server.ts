import type { Feature, MultiPolygon, Polygon, Position } from 'geojson'

/**
 * Atlases tell a ring that crosses the antimeridian from 180 to -180 degrees at once, as on a globe. On a flat map
 * that step would lead back across the whole world, so that it goes on beyond 180; what cuts the tiles shifts that
 * part to the other side.
 */
export function unrolled<F extends Feature>(feature: F): F {
  const { geometry } = feature
  if (geometry.type === 'Polygon') return { ...feature, geometry: ofPolygon(geometry) }
  if (geometry.type === 'MultiPolygon') return { ...feature, geometry: ofPolygons(geometry) }
  return feature
}

const ofPolygon = ({ type, coordinates }: Polygon): Polygon => ({
  type,
  coordinates: coordinates.map(ring),
})

const ofPolygons = ({ type, coordinates }: MultiPolygon): MultiPolygon => ({
  type,
  coordinates: coordinates.map((rings) => rings.map(ring)),
})

function ring(points: Position[]): Position[] {
  let turns = 0
  const flat = points.map(([longitude, latitude], at): Position => {
    const step = at > 0 ? longitude! - points[at - 1]![0]! : 0
    if (Math.abs(step) > 180) turns -= Math.sign(step)
    return [longitude! + turns * 360, latitude!]
  })
  return turns === 0 ? flat : roundPole(flat)
}

/** A ring that has gone round the world, as Antarctica's, encloses the pole: it is closed along the map's edge. */
function roundPole(flat: Position[]): Position[] {
  const [first, last] = [flat[0]!, flat.at(-1)!]
  const pole = first[1]! < 0 ? -90 : 90
  return [...flat, [last[0]!, pole], [first[0]!, pole], first]
}
