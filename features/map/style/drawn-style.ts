import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'

/** The browser's own fonts, so that no glyphs are fetched. */
export const fonts = ['system-ui', 'sans-serif']

/**
 * Anchors to try for a name, which is placed directly next to its dot. If none leaves enough room, the name is omitted.
 */
export const nameAnchors = [
  'left',
  'right',
  'top',
  'bottom',
  'top-left',
  'top-right',
  'bottom-left',
  'bottom-right',
] as const

/**
 * Returns the maximum zoom. The drawn map has no streets and looks empty at higher zooms; at 15.5, marks are apart
 * unless they belong to the same building, even at the equator.
 */
export const maxZoomOf = ({ sources }: StyleSpecification) =>
  Object.keys(sources).join() === 'drawn' ? 15.5 : 17

/**
 * Returns the style of the drawn map, which needs only data that the site has itself. It has no `glyphs` address, so
 * that MapLibre uses the browser's fonts.
 */
export function drawnStyle(look: MapTheme, origin: string): StyleSpecification {
  return {
    version: 8,
    sources: {
      drawn: {
        type: 'vector',
        tiles: [`${origin}/api/map/drawn/{z}/{x}/{y}`],
        maxzoom: 12,
      },
    },
    layers: layersOf(look),
  }
}

function layersOf(look: MapTheme): LayerSpecification[] {
  const colour = palettes[look]
  const line = (
    layer: string,
    at: string,
    width: number,
    dashes?: number[],
  ): LayerSpecification => ({
    id: layer,
    type: 'line',
    source: 'drawn',
    'source-layer': layer,
    paint: {
      'line-color': at,
      'line-width': width,
      ...(dashes && { 'line-dasharray': dashes }),
    },
  })
  return [
    { id: 'water', type: 'background', paint: { 'background-color': colour.water } },
    {
      id: 'land',
      type: 'fill',
      source: 'drawn',
      'source-layer': 'land',
      paint: { 'fill-color': colour.land, 'fill-antialias': false },
    },
    line('grid', colour.grid, 1),
    { ...line('county', colour.county, 1), minzoom: 6 },
    line('state', colour.state, 1.25, [3, 2]),
    line('country', colour.border, 1.5),
    {
      id: 'restaurant',
      type: 'circle',
      source: 'drawn',
      'source-layer': 'restaurant',
      paint: {
        'circle-color': colour.dot,
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 11, 1.25, 15, 3.5],
      },
    },
    {
      id: 'city',
      type: 'symbol',
      source: 'drawn',
      'source-layer': 'city',
      layout: {
        'text-field': ['get', 'name'],
        'text-font': fonts,
        'text-size': ['match', ['get', 'size'], 3, 17, 2, 14, 1, 12.5, 11.5],
        'text-max-width': 8,
        // With the padding, names are about half an em away from their dots.
        'text-variable-anchor': [...nameAnchors],
        'text-radial-offset': 0.25,
        'text-padding': 3,
        'text-justify': 'auto',
        // MapLibre shows the dot and the name together or not at all.
        'icon-image': placeDotImageName,
        'icon-padding': 1,
        'symbol-sort-key': ['get', 'order'],
      },
      paint: {
        'icon-color': colour.name,
        'icon-halo-color': colour.halo,
        'icon-halo-width': 1,
        'text-color': colour.name,
        'text-halo-color': colour.halo,
        'text-halo-width': 1.5,
      },
    },
  ]
}

/** Name of the dot's image in the style. */
export const placeDotImageName = 'place-dot'

/** Radius of a named place's dot, and the room around it for the halo, in px. */
const radius = 2.5
const halo = 1.5
const side = 2 * Math.ceil(radius + halo)

/**
 * Returns the dot of a named place as a signed distance field (`sdf` of `addImage`), which the style can color for each
 * look. A value of 192 is the edge of the dot, and the value changes by 32 per px.
 */
export function drawPlaceDot() {
  const data = new Uint8ClampedArray(side * side * 4)
  for (let at = 0; at < side * side; at++) {
    const [x, y] = [(at % side) + 0.5, Math.floor(at / side) + 0.5]
    data[at * 4 + 3] = 192 + 32 * (radius - Math.hypot(x - side / 2, y - side / 2))
  }
  return { width: side, height: side, data }
}

/** Colors of the map. The marks on it use the page's colors (tokens.css). */
export const palettes = {
  light: {
    water: '#c9dde3',
    land: '#f6efe1',
    park: '#dfe8cc',
    building: '#e9dfcd',
    road: '#fffdf8',
    roadEdge: '#e0d2bb',
    highway: '#f7dfae',
    border: '#a8947d',
    state: '#bfae98',
    county: '#ddcfba',
    grid: '#e9dfce',
    dot: '#b9a58d',
    name: '#5b4c40',
    halo: '#fbf5ea',
    accent: '#c62f14',
  },
  dark: {
    water: '#12242b',
    land: '#221a14',
    park: '#1f2a1c',
    building: '#2b211a',
    road: '#3b2f26',
    roadEdge: '#1b140f',
    highway: '#5a4526',
    border: '#7d6b5b',
    state: '#5c4d41',
    county: '#3a2f27',
    grid: '#2d231c',
    dot: '#6e5c4d',
    name: '#cdbcaa',
    halo: '#17110d',
    accent: '#ff7454',
  },
}

export type MapTheme = keyof typeof palettes
export type Palette = (typeof palettes)[MapTheme]
