import { promiseCache } from '#platform/server/cache.ts'
import type { Settings } from '#platform/server/settings.ts'
import { openStorage } from '#platform/server/storage/storage.ts'
import { mapFileMetadata, type MapFile } from './archive.server.ts'

const current = 'current.json'
/** A running server shows a newly installed file after at most this many milliseconds. */
const age = 2_000

/**
 * Reads and replaces the PMTiles file that the site shows. It is stored next to the photos, on disk or in the bucket.
 */
export function installedMap(settings: Settings) {
  const storage = openStorage(settings, 'map')
  const read = async (): Promise<MapFile | null> => {
    const body = await storage.read(current)
    return body && mapFileMetadata.parse(JSON.parse(body.toString('utf8')))
  }
  const known = promiseCache<MapFile | null>({
    name: 'map-file',
    bytes: 100_000,
    ttl: age,
    sizeOf: () => 1_000,
  })
  return {
    current: () => known.get(current, read),
    part: (name: string, from: number, to: number) => storage.readPart(name, from, to),
    /** Writes the file before the entry that names it, so that nobody reads an incomplete file. */
    async install(path: string, file: MapFile) {
      const before = await read().catch(() => null)
      if (!(await storage.has(file.name)))
        await storage.writeFile(file.name, path, 'application/octet-stream')
      const body = Buffer.from(JSON.stringify(file))
      await storage.write([{ name: current, type: 'application/json', body }])
      if (before && before.name !== file.name) await storage.remove([before.name])
    },
    async remove(): Promise<MapFile | null> {
      const before = await read()
      await storage.remove([current, ...(before ? [before.name] : [])])
      return before
    },
  }
}
