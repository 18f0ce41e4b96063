import { z } from 'zod'
import { distanceMiles } from '#features/categories/contract.ts'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import { id, latitude, longitude, ignoredCacheBuster } from '#platform/contract/shapes.ts'

export const tileNotFound = declareRefusal(404, 'tile_not_found', 'The map has nothing there.')
export const mapFileNotFound = declareRefusal(
  404,
  'map_file_not_found',
  'This map isn’t shown any more.',
)
export const rangeRequired = declareRefusal(
  400,
  'ask_for_range',
  'This file is sent in parts: ask for a range of it.',
)

const tile = {
  z: z.coerce.number().int().min(0).max(22),
  x: z.coerce.number().int().min(0).max(4_194_303),
  y: z.coerce.number().int().min(0).max(4_194_303),
}

export const restaurantPoints = call('GET /map/restaurants', {
  summary: 'Where up to 200 restaurants are (comma list of ids); those that are gone are left out',
  access: 'anyone',
  limit: 'read',
  input: z.object({
    restaurants: z
      .string()
      .regex(/^\d{1,10}(,\d{1,10}){0,199}$/, 'A comma list of at most 200 ids.'),
    v: ignoredCacheBuster,
  }),
  output: z.array(z.object({ id, latitude, longitude })),
})

export const drawnTiles = call('GET /map/drawn/:z/:x/:y', {
  summary:
    'A tile of the drawn map (Mapbox Vector Tile): land, borders, names, restaurants, a grid',
  access: 'anyone',
  limit: 'map',
  input: z.object({ ...tile, v: ignoredCacheBuster }),
  output: z.any(),
  produces: 'application/vnd.mapbox-vector-tile',
  errors: [tileNotFound],
})

export const staticMap = call('GET /map/static', {
  summary: 'The drawn map about a point as one picture, for before the map itself has come',
  access: 'anyone',
  limit: 'map',
  input: z.object({
    latitude: latitude.optional(),
    longitude: longitude.optional(),
    distanceMiles,
    v: ignoredCacheBuster,
  }),
  output: z.any(),
  produces: 'image/svg+xml',
})

export const basemap = call('GET /map/basemap', {
  summary: 'What lies under the dishes: the operator’s style, their file, or the drawn map',
  access: 'anyone',
  limit: 'read',
  input: z.object({ look: z.enum(['light', 'dark']).default('light'), v: ignoredCacheBuster }),
  output: z.object({
    kind: z.enum(['style', 'file', 'drawn']),
    /** URL of a MapLibre style. The browser fetches the style and everything that it refers to. */
    style: z.string().nullable(),
    /** The installed PMTiles file, whose `name` is used in `GET /map/file/{name}`. */
    file: z
      .object({
        name: z.string(),
        bytes: z.int(),
        kind: z.enum(['vector', 'raster']),
        minzoom: z.int(),
        maxzoom: z.int(),
        bounds: z.array(z.number()),
        layers: z.array(z.string()),
      })
      .nullable(),
    /** Empty for a style, because its own sources give the attribution. */
    attribution: z.array(z.object({ text: z.string(), href: z.string().nullable() })),
  }),
})

export const mapFilePart = call('GET /map/file/:name', {
  summary: 'The operator’s PMTiles file, or a range of it (`Range`, `If-Range`)',
  access: 'anyone',
  limit: 'map',
  input: z.object({ name: z.string().regex(/^[\da-f]{32}\.pmtiles$/) }),
  output: z.any(),
  produces: 'application/octet-stream',
  errors: [mapFileNotFound, rangeRequired],
})
