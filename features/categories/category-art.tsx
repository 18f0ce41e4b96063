import { useId } from 'react'
import { anyMotif, motifs } from './category-motifs.tsx'
import type { Kind } from './motif-colours.ts'

export type CategoryArtProps = {
  category: number
  /** An item's id: the same dish always looks the same, its neighbour otherwise. Without it: the category's emblem. */
  seed?: number
}

// Each is a handful of strokes across 160 × 120, drawn in a whiter or darker breath of the ground.
const backdrops = [
  <circle key="sun" cx="80" cy="60" r="52" stroke="none" fill="currentColor" />,
  <path
    key="dots"
    d="M-2 14H170M8 38H170M-2 62H170M8 86H170M-2 110H170"
    strokeWidth="8"
    strokeDasharray=".1 20"
  />,
  <path
    key="checks"
    d="M10-5V130M50-5V130M90-5V130M130-5V130M-5 20H170M-5 60H170M-5 100H170"
    strokeWidth="20"
    strokeLinecap="butt"
  />,
  <path
    key="rays"
    d="M80 60 160-40H120L80 60 40-40H0L80 60-30 10V50L80 60-30 100V140L80 60 30 170H64L80 60 110 170H150L80 60 200 110V70L80 60 200 30V0Z"
    stroke="none"
    fill="currentColor"
  />,
  <path
    key="waves"
    d="M-20 20Q0 0 20 20T60 20 100 20 140 20 180 20M-20 60Q0 40 20 60T60 60 100 60 140 60 180 60M-20 100Q0 80 20 100T60 100 100 100 140 100 180 100"
    strokeWidth="9"
  />,
  <path
    key="stripes"
    d="M-30 80 60-20M0 120 110-10M50 130 160 0M100 130 180 40"
    strokeWidth="13"
    strokeLinecap="butt"
  />,
]

// One whole, one close up, a pair, three in a row falling.
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

/** A drawn stand-in for a photo that nobody has taken yet: 4:3, fills its place, never a grey box. */
export function CategoryArt({ category, seed }: CategoryArtProps) {
  const id = useId()
  const { draw, grounds } = motifs[category] ?? anyMotif
  const n = seed === undefined ? 0 : scatter(seed)
  const ground = grounds[n % 3]
  const drawing = draw(((n >>> 12) % 3) as Kind)
  const places = arrangements[(n >>> 3) % arrangements.length]!
  return (
    <svg
      viewBox="0 0 160 120"
      width="160"
      height="120"
      preserveAspectRatio="xMidYMid slice"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <rect width="160" height="120" fill={ground} />
      <g color="#fff" stroke="currentColor" fill="none" opacity=".16">
        {backdrops[(n >>> 8) % backdrops.length]}
      </g>
      {places.length === 1 ? (
        <g transform={places[0]}>{drawing}</g>
      ) : (
        <>
          <defs>
            <g id={id}>{drawing}</g>
          </defs>
          {places.map((place) => (
            <use key={place} href={`#${id}`} transform={place} />
          ))}
        </>
      )}
    </svg>
  )
}

/** Neighbouring ids fall far apart. */
function scatter(seed: number) {
  let n = Math.imul(seed ^ (seed >>> 16), 0x85ebca6b)
  n = Math.imul(n ^ (n >>> 13), 0xc2b2ae35)
  return (n ^ (n >>> 16)) >>> 0
}
