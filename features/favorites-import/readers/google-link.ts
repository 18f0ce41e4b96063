import { pointOf } from './saved-place.ts'

/**
 * Returns the point in a link to Google Maps. In lists of Google's Takeout, the link is the only source of a point. It
 * contains coordinates, or a place's id, whose first half is the id of an S2 cell a few meters from the place
 * (docs/decisions/0057).
 */
export function pointInGoogleLink(link: string) {
  const number = String.raw`(-?\d{1,3}\.\d+)`
  for (const pattern of [
    `!3d${number}!4d${number}`,
    `@${number},${number}`,
    `(?:/search/|[?&](?:q|ll|query)=)${number},(?:\\+|%20)?${number}`,
  ]) {
    const [, latitude, longitude] = new RegExp(pattern).exec(link) ?? []
    if (latitude) return pointOf(latitude, longitude)
  }
  const [, cell] = /(?:!1s|ftid=)0x([0-9a-f]{1,16})(?::|%3A)0x/i.exec(link) ?? []
  // A link whose cell is 0 doesn't say where the place is.
  const id = BigInt(`0x${cell ?? 0}`)
  return id === 0n ? pointOf(null, null) : centerOfS2Cell(id)
}

// Tables to read an S2 cell's position on the Hilbert curve, two bits at a time. Which quarter the bits mean depends on
// the orientation of the curve there (s2geometry.io, 'S2 cells').
const quarters = [
  [0, 1, 3, 2],
  [0, 2, 3, 1],
  [3, 2, 0, 1],
  [3, 1, 0, 2],
] as const
const turns = [1, 0, 0, 3] as const
const levels = 30

/** Returns the center of an S2 cell. The first three bits of its id are the face of a cube around the Earth. */
export function centerOfS2Cell(id: bigint) {
  const face = Number(id >> 61n)
  let [column, row, orientation] = [0, 0, face & 1]
  for (let level = levels - 1; level >= 0; level -= 1) {
    const position = Number((id >> BigInt(2 * level + 1)) & 3n)
    const quarter = quarters[orientation]![position]!
    column = column * 2 + (quarter >> 1)
    row = row * 2 + (quarter & 1)
    orientation ^= turns[position]!
  }
  const [u, v] = [onFace(column), onFace(row)]
  const axes = [
    [1, u, v],
    [-u, 1, v],
    [-u, -v, 1],
    [-1, -v, -u],
    [v, -1, -u],
    [v, u, -1],
  ][face]
  if (!axes) return pointOf(null, null)
  const [x, y, z] = axes as [number, number, number]
  const degrees = (radians: number) => (radians * 180) / Math.PI
  return pointOf(degrees(Math.atan2(z, Math.hypot(x, y))), degrees(Math.atan2(y, x)))
}

function onFace(index: number): number {
  const share = (index + 0.5) / 2 ** levels
  return share >= 0.5 ? (4 * share * share - 1) / 3 : (1 - 4 * (1 - share) * (1 - share)) / 3
}
