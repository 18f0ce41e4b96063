import { isCategoryId } from '#domain/vocabulary/categories.ts'
import { categoryColors, fallbackColors, fallbackMotif } from './category-colors.data.ts'
import drawings from './art.svg'

export type CategoryArtProps = {
  category: number
  /**
   * An item's id. The same dish always looks the same, and dishes next to each other usually look different. Without an
   * id, the category's emblem is shown.
   */
  seed?: number
}

// Each is a handful of strokes across the whole picture, drawn a little lighter or darker than the background.
const backdrops = ['sun', 'dots', 'checks', 'rays', 'waves', 'stripes']

// The ways to place copies of the drawing: one whole, one close up, a pair, one tilted, five scattered, one mirrored.
const arrangements = [
  ['translate(80 60)'],
  ['translate(92 72) rotate(-12) scale(1.55)'],
  ['translate(110 50) rotate(9) scale(-.74 .74)', 'translate(54 70) rotate(-8) scale(.74)'],
  ['translate(80 60) rotate(10) scale(1.12)'],
  [
    'translate(30 34) rotate(-10) scale(.62)',
    'translate(86 62) rotate(6) scale(.62)',
    'translate(140 92) rotate(-6) scale(.62)',
    'translate(28 108) rotate(12) scale(.62)',
    'translate(138 12) rotate(8) scale(.62)',
  ],
  ['translate(66 70) rotate(9) scale(-1.35 1.35)'],
] as const

/** A drawing for a dish without a photo. It is 4:3, and is cropped to fill its container. */
export function CategoryArt({ category, seed }: CategoryArtProps) {
  const n = seed === undefined ? 0 : hash(seed)
  const [motif, colors] = isCategoryId(category)
    ? [category, categoryColors[category]]
    : [fallbackMotif, fallbackColors]
  const drawing = `${drawings}#${motif}-${(n >>> 12) % 3}`
  const places = arrangements[(n >>> 3) % arrangements.length]!
  return (
    <svg
      viewBox="0 0 160 120"
      preserveAspectRatio="xMidYMid slice"
      color={colors[n % 3]}
      aria-hidden="true"
    >
      <use href={`${drawings}#${backdrops[(n >>> 8) % backdrops.length]}`} />
      {places.map((place) => (
        <use key={place} href={drawing} transform={place} />
      ))}
    </svg>
  )
}

/** Returns hashes far apart for neighboring ids, so that dishes next to each other look different. */
function hash(seed: number) {
  let n = Math.imul(seed ^ (seed >>> 16), 0x85ebca6b)
  n = Math.imul(n ^ (n >>> 13), 0xc2b2ae35)
  return (n ^ (n >>> 16)) >>> 0
}
