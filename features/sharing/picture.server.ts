import sharp from 'sharp'
import { truncate, lineSvg, type TextStyle, widthOf, wrap } from './lettering.server.ts'

export type SharePictureContent = {
  /**
   * Describes the list, such as 'The best'. For a single dish: its restaurant and city, as two lines below the title.
   */
  subtitle: string
  title: string
  /** Dishes, best first. The picture shows three, numbered if they are `ranked`. */
  dishes: { name: string; where: string; votes: number }[]
  ranked?: boolean
  /** Only for a single dish: the line at the bottom, and the file of its photo. */
  line?: string
  photo?: Buffer
}

const [width, height, edge] = [1200, 630, 72]
const paper = '#fbf5ea'
const ink = '#241a14'
const muted = '#685a4e'
const accent = '#c62f14'
const places = [
  { ground: '#f3bd35', ink: '#3a2600' },
  { ground: '#cbd0d4', ink: '#22292e' },
  { ground: '#d18a52', ink: '#2e1400' },
] as const

/** Returns a plate as SVG, which the picture's edge cuts off. */
const plate = (x: number, y: number, r: number) =>
  `<g fill="none"><circle cx="${x}" cy="${y}" r="${r}" fill="#f2e9d9"/>` +
  `<circle cx="${x}" cy="${y}" r="${r * 0.78}" fill="#fffdf8" stroke="#e5d9c5" stroke-width="3"/>` +
  `<circle cx="${x}" cy="${y}" r="${r * 0.5}" stroke="${accent}" stroke-width="10" stroke-dasharray="1 26" stroke-linecap="round"/></g>`

const bold = (size: number, fill = ink): TextStyle => ({ size, weight: 800, fill })
const plain = (size: number): TextStyle => ({ size, weight: 500, fill: muted })

/** Returns a picture as SVG: paper, a decoration and the site's name, with the parts drawn on top. */
const framed = (decoration: string, parts: (string | false)[]) =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${paper}"/>`,
    decoration,
    `<rect width="${width}" height="14" fill="${accent}"/>`,
    lineSvg('Yolo', bold(52, accent), edge, 96),
    ...parts.filter(Boolean),
    '</svg>',
  ].join('')

/** Returns the number of a ranked dish as a medal, or a bullet for a dish without a rank. */
function mark(place: number | null, y: number): string {
  const x = edge + 33
  if (place === null) return `<circle cx="${x}" cy="${y}" r="14" fill="${accent}"/>`
  const { ground, ink: digitInk } = places[place]!
  const digit = String(place + 1)
  return (
    `<circle cx="${x}" cy="${y}" r="33" fill="${ground}"/>` +
    lineSvg(digit, bold(38, digitInk), x - widthOf(digit, bold(38)) / 2, y + 13)
  )
}

function dish(
  { name, where, votes }: SharePictureContent['dishes'][number],
  place: number | null,
  y: number,
) {
  const count = votes > 0 ? String(votes) : ''
  const right = width - edge
  const countWidth = count ? widthOf(count, bold(38)) + 62 : 0
  const room = right - countWidth - (edge + 92) - 24
  return [
    mark(place, y),
    lineSvg(truncate(name, bold(38), room), bold(38), edge + 92, y + (where ? -4 : 13)),
    where && lineSvg(truncate(where, plain(27), room), plain(27), edge + 92, y + 32),
    count &&
      `<path d="M${right - countWidth + 18} ${y + 12}l15-24 15 24z" fill="${accent}"/>` +
        lineSvg(count, bold(38, accent), right - widthOf(count, bold(38)), y + 13),
  ].join('')
}

const photoWidth = 540

/** Returns the picture of a single dish as SVG. If it has a photo, the right side is left empty for the photo. */
function dishDrawing({ subtitle, title, line = '', photo }: SharePictureContent): string {
  const room = width - 2 * edge - (photo ? photoWidth - edge / 2 : 120)
  const lines = wrap(title, bold(68), room, 4)
  const top = 330 - lines.length * 36
  const end = top + (lines.length - 1) * 74
  // Below a title of four lines there is less room.
  const below = wrap(line, bold(32), room, 2)
  const lowest = Math.max(560, end + 110 + below.length * 40)
  return framed(photo ? '' : plate(1090, 560, 300), [
    ...lines.map((text, index) => lineSvg(text, bold(68), edge, top + index * 74, title)),
    ...subtitle
      .split('\n')
      .map((text, index) =>
        lineSvg(truncate(text, plain(32), room), plain(32), edge, end + 62 + index * 40),
      ),
    ...below.map((text, index) =>
      lineSvg(text, bold(32, accent), edge, lowest + (index - below.length + 1) * 40, line),
    ),
  ])
}

/** Returns the picture of anything but a single dish as SVG. */
function listDrawing({ subtitle, title, dishes, ranked = false }: SharePictureContent): string {
  const best = dishes.slice(0, places.length)
  const bare = best.length === 0
  const size = bare ? 92 : 66
  const lines = wrap(title, bold(size), width - 2 * edge - (bare ? 160 : 0), bare ? 3 : 2)
  const top = bare ? 300 - (lines.length - 1) * 40 : 200
  const titleEnd = top + (lines.length - 1) * size * 1.08
  // The rows are at most 126 apart, and closer if the title leaves less space above the lower edge.
  const step = Math.min(126, (height - 40 - titleEnd) / Math.max(best.length, 1))
  const first = titleEnd + Math.min(96, step * 0.78)
  return framed(bare ? plate(1090, 560, 300) : plate(1130, 20, 190), [
    subtitle !== '' && lineSvg(subtitle, plain(30), edge + 140, 94),
    ...lines.map((text, index) =>
      lineSvg(text, bold(size), edge, top + index * size * 1.08, title),
    ),
    ...best.map((item, index) =>
      dish(item, ranked ? index : null, Math.round(first + index * step)),
    ),
  ])
}

/** Returns a picture as SVG that refers to no other file. */
export const pictureSvg = (facts: SharePictureContent) =>
  facts.line === undefined ? listDrawing(facts) : dishDrawing(facts)

/**
 * Draws a picture as PNG. 64 colors are enough for flat areas and 256 for a photo, and such a palette keeps the file
 * far below the maximum size that social networks accept.
 */
export async function picturePng(facts: SharePictureContent): Promise<Buffer> {
  const { photo } = facts
  const drawn = sharp(Buffer.from(pictureSvg(facts)))
  if (!photo) return drawn.png({ palette: true, colours: 64, effort: 7 }).toBuffer()
  const beside = await sharp(photo).resize(photoWidth, height, { fit: 'cover' }).toBuffer()
  return drawn
    .composite([{ input: beside, left: width - photoWidth, top: 0 }])
    .png({ palette: true, colours: 256, effort: 4 })
    .toBuffer()
}
