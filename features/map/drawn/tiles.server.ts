import { sql } from 'kysely'
import { cellsTouching } from '#domain/position/distance.ts'
import { milesBetween } from '#domain/position/miles.ts'
import { loadGazetteer } from '#features/places/gazetteer/gazetteer.server.ts'
import { megabytesToBytes, promiseCache } from '#platform/server/cache.ts'
import type { Services } from '#platform/server/services.ts'
import { createMapRenderer } from './drawer.server.ts'
import { boundsOfTile, minRestaurantZoom, maxNames, type TileCoordinates } from './tile.server.ts'

/** Maximum number of restaurant dots in a tile. */
const most = 400

/** Returns a function that draws a tile or returns one that was cached for at most an hour. */
export function tileMaker({ settings, listing }: Pick<Services, 'settings' | 'listing'>) {
  const draw = createMapRenderer(settings.stateDir)
  const tiles = promiseCache<Buffer>({
    name: 'map-tiles',
    bytes: megabytesToBytes(4),
    ttl: 3_600_000,
    sizeOf: (tile) => tile.length,
  })

  async function restaurantsIn(tile: TileCoordinates) {
    if (tile.z < minRestaurantZoom) return []
    const [west, south, east, north] = boundsOfTile(tile)
    const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 }
    const cells = cellsTouching(
      middle,
      milesBetween(middle, { latitude: north, longitude: east }),
      5,
    )
    const { rows } = await sql<{ latitude: number; longitude: number }>`
      select r.latitude, r.longitude
        from unnest(${cells.map(String)}::bigint[]) as disk (cell)
        join restaurants r on r.cell5 = disk.cell and r.deleted_at is null and r.hidden_at is null
         and r.latitude between ${south} and ${north} and r.longitude between ${west} and ${east}
       limit ${most}`.execute(listing)
    return rows
  }

  return ({ z, x, y }: TileCoordinates, network: string) =>
    tiles.get(`${z}/${x}/${y}`, async () => {
      const tile = { z, x, y }
      const [{ citiesWithin }, restaurants] = await Promise.all([
        loadGazetteer(settings.stateDir),
        restaurantsIn(tile),
      ])
      const cities = citiesWithin(boundsOfTile(tile), maxNames)
      return draw({ tile, cities, restaurants }, network)
    })
}
