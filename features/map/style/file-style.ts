import type { FilterSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import type { Output } from '#platform/contract/wire.ts'
import { drawnStyle, fonts, sides } from './drawn-style.ts'
import { palettes, type Look, type Palette } from './palette.ts'

export type MapFile = NonNullable<Output<'GET /map/basemap'>['file']>

/** What a layer of the file is called, and which of its things are meant, in the two ways that such files are made. */
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

/** The operator's file, on the drawn map: where it ends, or a tile doesn't come, that is seen. */
export function fileStyle(file: MapFile, look: Look, origin: string): StyleSpecification {
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
  const from = (part: keyof Schema) => {
    const { layer, filter } = schema[part]
    return { source: 'file', 'source-layer': layer, ...(filter && { filter }) }
  }
  const widths = (at6: number, at12: number, at17: number) =>
    ['interpolate', ['exponential', 1.5], ['zoom'], 6, at6, 12, at12, 17, at17] as never
  return [
    { id: 'file-green', type: 'fill', ...from('green'), paint: { 'fill-color': colour.park } },
    {
      id: 'file-water',
      type: 'fill',
      ...from('water'),
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': colour.water },
    },
    {
      id: 'file-building',
      type: 'fill',
      ...from('building'),
      minzoom: 14,
      paint: { 'fill-color': colour.building },
    },
    {
      id: 'file-road-edge',
      type: 'line',
      ...from('road'),
      minzoom: 12,
      paint: { 'line-color': colour.roadEdge, 'line-width': widths(0, 2, 14) },
    },
    {
      id: 'file-road',
      type: 'line',
      ...from('road'),
      paint: { 'line-color': colour.road, 'line-width': widths(0.4, 1.2, 12) },
    },
    {
      id: 'file-highway',
      type: 'line',
      ...from('highway'),
      paint: { 'line-color': colour.highway, 'line-width': widths(1, 2.5, 16) },
    },
    {
      id: 'file-border',
      type: 'line',
      ...from('border'),
      paint: { 'line-color': colour.border, 'line-width': 1, 'line-dasharray': [3, 2] },
    },
    {
      id: 'file-road-name',
      type: 'symbol',
      ...from('road'),
      minzoom: 14,
      layout: {
        'symbol-placement': 'line',
        'text-field': ['coalesce', ['get', 'name:en'], ['get', 'name'], ''],
        'text-font': fonts,
        'text-size': 11,
      },
      paint: { 'text-color': colour.name, 'text-halo-color': colour.halo, 'text-halo-width': 1.5 },
    },
    {
      id: 'file-place',
      type: 'symbol',
      ...from('place'),
      layout: {
        'text-field': ['coalesce', ['get', 'name:en'], ['get', 'name'], ''],
        'text-font': fonts,
        'text-size': 13,
        'text-max-width': 8,
        // No dot says where the place is.
        'text-variable-anchor': ['center', ...sides],
        'text-justify': 'auto',
      },
      paint: { 'text-color': colour.name, 'text-halo-color': colour.halo, 'text-halo-width': 1.5 },
    },
  ]
}
