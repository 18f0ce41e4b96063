import { isOsmEatery, wasOsmEatery } from './eatery.ts'
import type { OsmElement } from './osm-elements.server.ts'

type Box = { minlat: number; maxlat: number; minlon: number; maxlon: number }
type Elements = () => AsyncIterable<OsmElement[]>

/**
 * Elements that say what they are, each with a place: ways and relations in OpenStreetMap's own files name their
 * nodes only. The file is read once for which are asked for, again for the ways of relations, and once for the
 * nodes, so that no more is held than the places need.
 */
export async function* placedElements(
  elements: Elements,
  all: boolean,
): AsyncGenerator<OsmElement> {
  const areas: OsmElement[] = []
  const ways = new Map<number, number[] | null>()
  for await (const block of elements())
    for (const one of block) {
      if (one.type === 'node' || !one.tags || one.center || one.bounds) continue
      const tag = (key: string) => one.tags![key]
      if (!all && !isOsmEatery(tag) && !wasOsmEatery(tag)) continue
      areas.push(one)
      for (const { type, ref } of one.members ?? []) if (type === 'way') ways.set(ref, null)
    }
  if (ways.size > 0)
    for await (const block of elements())
      for (const one of block)
        if (one.type === 'way' && ways.has(one.id)) ways.set(one.id, one.refs ?? [])

  const nodesOf = (one: OsmElement): number[] => [
    ...(one.refs ?? []),
    ...(one.members ?? []).flatMap(({ type, ref }) =>
      type === 'node' ? [ref] : type === 'way' ? (ways.get(ref) ?? []) : [],
    ),
  ]
  const corners = new Map<number, [number, number] | null>()
  for (const one of areas) for (const id of nodesOf(one)) corners.set(id, null)
  for await (const block of elements())
    for (const one of block) {
      if (one.type === 'node' && corners.has(one.id) && one.lat !== undefined)
        corners.set(one.id, [one.lat, one.lon!])
      if (one.tags && (one.lat !== undefined || one.center || one.bounds)) yield one
    }
  for (const one of areas) {
    const spots = nodesOf(one).flatMap((id) => [corners.get(id) ?? []].filter((at) => at.length))
    const bounds = boxOf(spots as [number, number][])
    yield bounds ? { ...one, bounds } : one
  }
}

/** What seems to go round most of the world lies across the antimeridian. */
function boxOf(spots: [number, number][]): Box | null {
  if (spots.length === 0) return null
  const box = { minlat: 90, maxlat: -90, minlon: 180, maxlon: -180 }
  for (const [latitude, longitude] of spots.map(precise)) {
    box.minlat = Math.min(box.minlat, latitude)
    box.maxlat = Math.max(box.maxlat, latitude)
    box.minlon = Math.min(box.minlon, longitude)
    box.maxlon = Math.max(box.maxlon, longitude)
  }
  if (box.maxlon - box.minlon <= 180) return box
  const [east, west] = [spots.filter(([, at]) => at > 0), spots.filter(([, at]) => at <= 0)]
  return {
    ...box,
    minlon: Math.min(...east.map(([, at]) => at)),
    maxlon: Math.max(...west.map(([, at]) => at)),
  }
}

/** As OpenStreetMap keeps them, whichever way they were reckoned. */
const precise = (at: [number, number]) =>
  at.map((one) => Number(one.toFixed(7))) as [number, number]
