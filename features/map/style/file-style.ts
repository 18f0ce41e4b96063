import {
  type FilterSpecification,
  type FillLayerSpecification,
  type LineLayerSpecification,
  type SymbolLayerSpecification,
  type LayerSpecification,
  type StyleSpecification,
  addProtocol,
} from 'maplibre-gl'
import type { Output } from '#platform/contract/wire.ts'
import {
  drawnStyle,
  fonts,
  nameAnchors,
  palettes,
  type MapTheme,
  type Palette,
} from './drawn-style.ts'
import { loadOperatorStyle } from './foreign-style.ts'

export type MapFile = NonNullable<Output<'GET /map/basemap'>['file']>

/** Layer names and filters of a vector file, for the two common schemas (Protomaps and OpenMapTiles). */
type Schema = Record<
  'water' | 'green' | 'building' | 'road' | 'highway' | 'border' | 'place',
  { layer: string; filter?: FilterSpecification }
>

const kindIn = (key: string, kinds: string[]): FilterSpecification => [
  'in',
  ['get', key],
  ['literal', kinds],
]

const protomaps: Schema = {
  water: { layer: 'water' },
  green: {
    layer: 'landuse',
    filter: kindIn('kind', ['park', 'forest', 'wood', 'nature_reserve', 'grass', 'golf_course']),
  },
  building: { layer: 'buildings' },
  road: { layer: 'roads', filter: ['!', kindIn('kind', ['highway', 'rail', 'ferry'])] as never },
  highway: { layer: 'roads', filter: kindIn('kind', ['highway']) },
  border: { layer: 'boundaries' },
  place: { layer: 'places' },
}

const openMapTiles: Schema = {
  water: { layer: 'water' },
  green: { layer: 'landcover', filter: kindIn('class', ['grass', 'wood']) },
  building: { layer: 'building' },
  road: {
    layer: 'transportation',
    filter: ['!', kindIn('class', ['motorway', 'trunk', 'rail', 'ferry'])] as never,
  },
  highway: { layer: 'transportation', filter: kindIn('class', ['motorway', 'trunk']) },
  border: { layer: 'boundary' },
  place: { layer: 'place' },
}

/**
 * Returns a style that shows the operator's file over the drawn map, which stays visible outside the file's bounds and
 * if a tile can't be loaded.
 */
export function fileStyle(file: MapFile, look: MapTheme, origin: string): StyleSpecification {
  const under = drawnStyle(look, origin)
  const [west = -180, south = -85, east = 180, north = 85] = file.bounds
  const source = {
    url: `pmtiles://${origin}/api/map/file/${file.name}`,
    bounds: [west, south, east, north] as [number, number, number, number],
  }
  if (file.kind === 'raster')
    return {
      ...under,
      sources: { ...under.sources, file: { ...source, type: 'raster', tileSize: 256 } },
      layers: [...under.layers, { id: 'file', type: 'raster', source: 'file' }],
    }
  const schema = file.layers.includes('transportation') ? openMapTiles : protomaps
  return {
    ...under,
    sources: { ...under.sources, file: { ...source, type: 'vector' } },
    layers: [...under.layers, ...layersOf(schema, palettes[look])],
  }
}

function layersOf(schema: Schema, colour: Palette): LayerSpecification[] {
  const from = (part: keyof Schema, name: string) => {
    const { layer, filter } = schema[part]
    return { id: `file-${name}`, source: 'file', 'source-layer': layer, ...(filter && { filter }) }
  }
  const fill = (part: keyof Schema, of: string): FillLayerSpecification => ({
    ...from(part, part),
    type: 'fill',
    paint: { 'fill-color': of },
  })
  const line = (
    part: keyof Schema,
    name: string,
    paint: LineLayerSpecification['paint'],
  ): LineLayerSpecification => ({ ...from(part, name), type: 'line', paint })
  const names = (
    part: keyof Schema,
    layout: SymbolLayerSpecification['layout'],
  ): SymbolLayerSpecification => ({
    ...from(part, part === 'road' ? 'road-name' : part),
    type: 'symbol',
    layout: {
      'text-field': ['coalesce', ['get', 'name:en'], ['get', 'name'], ''],
      'text-font': fonts,
      ...layout,
    },
    paint: { 'text-color': colour.name, 'text-halo-color': colour.halo, 'text-halo-width': 1.5 },
  })
  const widths = (at6: number, at12: number, at17: number) =>
    ['interpolate', ['exponential', 1.5], ['zoom'], 6, at6, 12, at12, 17, at17] as never
  return [
    fill('green', colour.park),
    { ...fill('water', colour.water), filter: ['==', ['geometry-type'], 'Polygon'] },
    { ...fill('building', colour.building), minzoom: 14 },
    {
      ...line('road', 'road-edge', {
        'line-color': colour.roadEdge,
        'line-width': widths(0, 2, 14),
      }),
      minzoom: 12,
    },
    line('road', 'road', { 'line-color': colour.road, 'line-width': widths(0.4, 1.2, 12) }),
    line('highway', 'highway', { 'line-color': colour.highway, 'line-width': widths(1, 2.5, 16) }),
    line('border', 'border', {
      'line-color': colour.border,
      'line-width': 1,
      'line-dasharray': [3, 2],
    }),
    { ...names('road', { 'symbol-placement': 'line', 'text-size': 11 }), minzoom: 14 },
    names('place', {
      'text-size': 13,
      'text-max-width': 8,
      // These names may be centered on the place itself, because it has no dot.
      'text-variable-anchor': ['center', ...nameAnchors],
      'text-justify': 'auto',
    }),
  ]
}

export type Basemap = Output<'GET /map/basemap'>

let reading: Promise<void> | undefined

/** Loads the PMTiles reader when such a file is first shown. */
const pmtiles = () =>
  (reading ??= import('pmtiles').then(({ Protocol }) =>
    addProtocol('pmtiles', new Protocol().tile),
  ))

/**
 * Returns the style of the basemap, or of the drawn map if there is no basemap or the PMTiles reader can't be loaded.
 * Throws if the operator's style can't be loaded.
 */
export async function loadBasemapStyle(
  basemap: Basemap | null,
  look: MapTheme,
): Promise<StyleSpecification> {
  const { origin } = location
  if (basemap?.kind === 'style' && basemap.style) return loadOperatorStyle(basemap.style)
  if (basemap?.kind === 'file' && basemap.file) {
    try {
      await pmtiles()
      return fileStyle(basemap.file, look, origin)
    } catch {
      reading = undefined
    }
  }
  return drawnStyle(look, origin)
}
