import {
  addProtocol,
  type FilterSpecification,
  type LayerSpecification,
  type StyleSpecification,
} from 'maplibre-gl'
import type { Output } from '#platform/contract/wire.ts'
import builtIn from './built-in.geojson?url'

export type MapTheme = 'light' | 'dark'
type Basemap = Output<'GET /map/basemap'>

/** Colors of the map. The marks on it use the page's colors (tokens.css). */
const palettes = {
  light: {
    water: '#c9dde3',
    land: '#f6efe1',
    green: '#dfe8cc',
    road: '#ffffff',
    border: '#a8947d',
    state: '#bfae98',
    name: '#5b4c40',
    halo: '#fbf5ea',
    accent: '#c62f14',
  },
  dark: {
    water: '#12242b',
    land: '#221a14',
    green: '#1f2a1c',
    road: '#3b2f26',
    border: '#7d6b5b',
    state: '#5c4d41',
    name: '#cdbcaa',
    halo: '#17110d',
    accent: '#ff7454',
  },
}
type Palette = (typeof palettes)[MapTheme]

export const accentOf = (look: MapTheme) => palettes[look].accent

/** The browser's own fonts, so that no glyphs are fetched. */
const fonts = ['system-ui', 'sans-serif']

/** Land, states and the larger cities' names, from one file of the site's own. */
export function builtInStyle(look: MapTheme): StyleSpecification {
  const color = palettes[look]
  const of = (kind: string) => ({
    source: 'built-in',
    filter: ['==', ['get', 'kind'], kind] as never,
  })
  const line = (kind: string, width: number): LayerSpecification => ({
    id: kind,
    type: 'line',
    ...of(kind),
    paint: { 'line-color': color[kind as 'border' | 'state'], 'line-width': width },
  })
  return {
    version: 8,
    sources: {
      'built-in': {
        type: 'geojson',
        data: new URL(builtIn, location.href).href,
        attribution: 'Natural Earth, US Census Bureau, GeoNames',
      },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': color.water } },
      { id: 'land', type: 'fill', ...of('land'), paint: { 'fill-color': color.land } },
      line('state', 1),
      line('border', 1.5),
      {
        id: 'city',
        type: 'symbol',
        ...of('city'),
        layout: { ...nameLayout(['get', 'name']), 'symbol-sort-key': ['get', 'order'] },
        paint: namePaint(color),
      },
    ],
  }
}

const nameLayout = (name: unknown) => ({
  'text-field': name as never,
  'text-font': fonts,
  'text-size': 13,
  'text-max-width': 8,
})
const namePaint = (color: Palette) => ({
  'text-color': color.name,
  'text-halo-color': color.halo,
  'text-halo-width': 1.5,
})

/** Layer names of the two common schemas of vector files. */
const schemas = {
  protomaps: {
    green: 'landuse',
    road: 'roads',
    border: 'boundaries',
    place: 'places',
    kind: 'kind',
  },
  openMapTiles: {
    green: 'landcover',
    road: 'transportation',
    border: 'boundary',
    place: 'place',
    kind: 'class',
  },
}
const greens = ['park', 'forest', 'wood', 'nature_reserve', 'grass', 'golf_course']

/** The operator's file over the built-in map, which stays visible where the file has nothing. */
async function fileStyle(path: string, look: MapTheme): Promise<StyleSpecification> {
  const { PMTiles, Protocol, TileType } = await import('pmtiles')
  addProtocol('pmtiles', new Protocol().tile)
  const url = new URL(path, location.href).href
  const file = new PMTiles(url)
  const { tileType } = await file.getHeader()
  const base = builtInStyle(look)
  if (tileType !== TileType.Mvt)
    return {
      ...base,
      sources: {
        ...base.sources,
        file: { type: 'raster', url: `pmtiles://${url}`, tileSize: 256 },
      },
      layers: [...base.layers, { id: 'file', type: 'raster', source: 'file' }],
    }
  const { vector_layers: layers = [] } = (await file.getMetadata()) as {
    vector_layers?: { id: string }[]
  }
  const isOpenMapTiles = layers.some(({ id }) => id === 'transportation')
  return {
    ...base,
    sources: { ...base.sources, file: { type: 'vector', url: `pmtiles://${url}` } },
    layers: [
      ...base.layers,
      ...fileLayers(schemas[isOpenMapTiles ? 'openMapTiles' : 'protomaps'], palettes[look]),
    ],
  }
}

function fileLayers(schema: (typeof schemas)['protomaps'], color: Palette): LayerSpecification[] {
  const of = (id: string, layer: string) => ({ id, source: 'file', 'source-layer': layer })
  const isGreen: FilterSpecification = ['in', ['get', schema.kind], ['literal', greens]]
  const width = ['interpolate', ['exponential', 1.5], ['zoom'], 6, 0.4, 12, 1.2, 17, 12] as never
  return [
    {
      ...of('file-green', schema.green),
      type: 'fill',
      filter: isGreen,
      paint: { 'fill-color': color.green },
    },
    {
      ...of('file-water', 'water'),
      type: 'fill',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': color.water },
    },
    {
      ...of('file-road', schema.road),
      type: 'line',
      paint: { 'line-color': color.road, 'line-width': width },
    },
    {
      ...of('file-border', schema.border),
      type: 'line',
      paint: { 'line-color': color.border, 'line-dasharray': [3, 2] },
    },
    {
      ...of('file-place', schema.place),
      type: 'symbol',
      layout: nameLayout(['coalesce', ['get', 'name:en'], ['get', 'name'], '']),
      paint: namePaint(color),
    },
  ]
}

/** Returns the style for a look, or its address. It is the built-in one if the operator's file can't be read. */
export async function styleOf(
  basemap: Basemap | null,
  look: MapTheme,
): Promise<StyleSpecification | string> {
  if (basemap?.styles) return basemap.styles[look]
  if (!basemap?.file) return builtInStyle(look)
  return fileStyle(basemap.file, look).catch(() => builtInStyle(look))
}
