/** The name by which the style knows it. */
export const placeDot = 'place-dot'

/** In px: how far the dot of a named place reaches from its middle, and the room for its halo around. */
const radius = 2.5
const halo = 1.5
const side = 2 * Math.ceil(radius + halo)

/**
 * The dot of a named place, for `addImage` with `sdf`: a picture of distances, which the style colours in each look.
 * In such a picture 192 of 255 is the edge, and a px away from it 32 more or less.
 */
export function dotPicture() {
  const data = new Uint8ClampedArray(side * side * 4)
  for (let at = 0; at < side * side; at++) {
    const [x, y] = [(at % side) + 0.5, Math.floor(at / side) + 0.5]
    data[at * 4 + 3] = 192 + 32 * (radius - Math.hypot(x - side / 2, y - side / 2))
  }
  return { width: side, height: side, data }
}
