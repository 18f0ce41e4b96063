import type { City, Gazetteer } from '#features/places/gazetteer/gazetteer.server.ts'
import { escapeXml } from '#platform/text/xml.ts'
import {
  worldView,
  boundsOfCircle,
  type Circle,
  fromWebMercator,
  toWebMercator,
} from '../geometry.ts'
import type { OutlineTiles } from '../drawn/outlines-build.server.ts'
import { outlinesInTile, type TileFeature } from '../drawn/outlines.server.ts'
import { maxTileZoom } from '../drawn/tile.server.ts'
import { palettes, type MapTheme, type Palette } from '../style/drawn-style.ts'

/** The circle's radius in units of the picture. About 6 units are one pixel. */
const radius = 1000
/** Space between the circle and the edge, in units. In a box 390 px wide, it is 24 px, like the map's padding. */
const margin = 140
/**
 * How far from the middle land and borders are drawn, horizontally and vertically, in units. This is more than the
 * circle needs, because a box may be wider than it is high.
 */
const [across, along] = [3.2 * radius, 2.2 * radius]

/**
 * The part of the world to draw. `unit` is the width of the whole world in units of the picture, and coordinates are
 * rounded to multiples of `step`.
 */
type View = { middle: [number, number]; unit: number; half: [number, number]; step: number }

/**
 * Returns the drawn map as SVG that fills its box in the same way as the interactive map that replaces it. It contains
 * no script, and its colors follow the page's look.
 */
export function staticMapSvg(place: Circle | null, outlines: OutlineTiles, cities: City[]): string {
  const view = place ? viewOf(place) : world
  const ground = groundOf(view, outlines)
  if (!place) return document(`<svg x="50%" y="50%" overflow="visible">${ground}</svg>`, 1)
  const names = namesOf(view, cities)
  const box = `-${radius + margin} -${radius + margin} ${2 * (radius + margin)} ${2 * (radius + margin)}`
  const circle = `<circle class="circle" r="${radius}"/>`
  return document(`<svg viewBox="${box}" overflow="visible">${ground}${names}${circle}</svg>`, 6)
}

const worldSide = 512 * 2 ** worldView.zoom
const world: View = {
  middle: toWebMercator({ latitude: worldView.center[1], longitude: worldView.center[0] }),
  unit: worldSide,
  half: [worldSide / 2, worldSide / 2],
  step: 2,
}

function viewOf({ point, miles }: Circle): View {
  const [[west], [east]] = boundsOfCircle(point, miles)
  return {
    middle: toWebMercator(point),
    unit: radius / ((east - west) / 720),
    half: [across, along],
    // Less than a pixel, so that the rounding isn't visible.
    step: 4,
  }
}

const layers = ['land', 'county', 'state', 'country'] as const

/** Returns land and borders, put together from the few tiles that the view touches. */
function groundOf({ middle, unit, half, step }: View, outlines: OutlineTiles): string {
  // At this zoom, the view is about two tiles wide.
  const z = Math.min(maxTileZoom, Math.max(1, Math.round(Math.log2(unit / (2 * half[0]))) + 1))
  const [side, count] = [unit / 2 ** z, 2 ** z]
  const range = (at: 0 | 1) =>
    [middle[at] * unit - half[at], middle[at] * unit + half[at]].map((edge) =>
      Math.min(count - 1, Math.max(0, Math.floor(edge / side))),
    ) as [number, number]
  const [[left, right], [top, bottom]] = [range(0), range(1)]
  const paths: Record<string, string> = {}
  for (let x = left; x <= right; x++)
    for (let y = top; y <= bottom; y++) {
      const tile = outlinesInTile(outlines, z, x, y)
      const place = ([across, down]: [number, number]): [number, number] => [
        Math.round((x * side + (across / 4096) * side - middle[0] * unit) / step) * step,
        Math.round((y * side + (down / 4096) * side - middle[1] * unit) / step) * step,
      ]
      for (const layer of layers)
        for (const feature of tile[layer]?.features ?? [])
          paths[layer] = (paths[layer] ?? '') + pathOf(feature, place)
    }
  return layers
    .filter((layer) => paths[layer] && !(layer === 'county' && z < 6))
    .map((layer) => `<path class="${layer}" d="${paths[layer]}"/>`)
    .join('')
}

/** Returns an SVG path that uses relative coordinates, because they are shorter. */
function pathOf(
  { type, geometry }: TileFeature,
  place: (at: [number, number]) => [number, number],
) {
  let path = ''
  for (const line of geometry as [number, number][][]) {
    let [x, y] = place(line[0]!)
    const steps: string[] = []
    for (const at of line.slice(1)) {
      const [nextX, nextY] = place(at)
      if (nextX === x && nextY === y) continue
      steps.push(`${nextX - x} ${nextY - y}`)
      ;[x, y] = [nextX, nextY]
    }
    // An area with fewer than three corners isn't visible.
    if (steps.length >= (type === 3 ? 3 : 1))
      path += `M${place(line[0]!).join(' ')}l${steps.join(' ')}${type === 3 ? 'z' : ''}`
  }
  return path
}

const nameHeight = 75

/** Returns the largest cities within the picture, at most 60. */
export function largestCitiesIn(
  place: Circle,
  { citiesWithin }: Pick<Gazetteer, 'citiesWithin'>,
): City[] {
  const { middle, unit } = viewOf(place)
  const corner = (x: number, y: number) =>
    fromWebMercator(middle[0] + x / unit, middle[1] + y / unit)
  const [southWest, northEast] = [corner(-across, along), corner(across, -along)]
  return citiesWithin(
    [southWest.longitude, southWest.latitude, northEast.longitude, northEast.latitude],
    60,
  )
}

/** Returns the names of the cities, without those that would cover the name of a larger one. */
function namesOf({ middle, unit }: View, cities: City[]): string {
  const taken: [number, number, number][] = []
  const texts: string[] = []
  for (const city of cities) {
    const [x, y] = toWebMercator(city).map((at, index) =>
      Math.round((at - middle[index]!) * unit),
    ) as [number, number]
    const name = city.name.split(',')[0]!
    const width = 60 + name.length * 42
    const isFree = taken.every(
      ([otherX, otherY, otherWidth]) =>
        x > otherX + otherWidth || x + width < otherX || Math.abs(y - otherY) > 1.4 * nameHeight,
    )
    if (!isFree) continue
    taken.push([x, y, width])
    texts.push(
      `<circle class="dot" cx="${x}" cy="${y}" r="13"/><text class="${sizeOf(city)}" x="${x + 28}" y="${y + 24}">${escapeXml(name)}</text>`,
    )
  }
  return texts.join('')
}

const sizeOf = ({ population }: City) => (population >= 500_000 ? 'large' : 'small')

/** `pixel` is the number of units per pixel. */
function document(content: string, pixel: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="100%"><style>path,.circle{fill:none;stroke-width:${pixel}px}.county{stroke-linejoin:round}.circle{stroke-width:12px;stroke-dasharray:24 18;opacity:.75}text{font:72px system-ui,sans-serif;paint-order:stroke;stroke-width:14px;stroke-linejoin:round}.large{font-size:92px}@media (min-width:480px) and (min-height:480px){text{font-size:48px}.large{font-size:60px}}${colours('light')}@media (prefers-color-scheme:dark){${colours('dark')}}</style><rect class="water" width="100%" height="100%"/>${content}</svg>`
}

function colours(look: MapTheme): string {
  const colour: Palette = palettes[look]
  return [
    `.water{fill:${colour.water}}`,
    `.land{fill:${colour.land}}`,
    `.county{stroke:${colour.county}}`,
    `.state{stroke:${colour.state}}`,
    `.country{stroke:${colour.border}}`,
    `.circle{stroke:${colour.accent}}`,
    `.dot,text{fill:${colour.name}}`,
    `text{stroke:${colour.halo}}`,
  ].join('')
}
