import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { PMTiles, TileType } from 'pmtiles'
import { z } from 'zod'
import { parseAttribution } from '../basemap/attribution.ts'

/** Facts about a PMTiles file that pages need to show it. */
export const mapFileMetadata = z.object({
  /** Hash of the file's content, with the extension. */
  name: z.string().regex(/^[\da-f]{32}\.pmtiles$/),
  bytes: z.int(),
  kind: z.enum(['vector', 'raster']),
  minzoom: z.int(),
  maxzoom: z.int(),
  /** West, south, east, north. */
  bounds: z.array(z.number()).length(4),
  layers: z.array(z.string()),
  attribution: z.array(z.object({ text: z.string(), href: z.string().nullable() })),
})
export type MapFile = z.output<typeof mapFileMetadata>

/** Thrown if a file can't be shown as a map. The operator sees the message after the file's path. */
export class InvalidMapFile extends Error {}

const metadata = z.looseObject({
  attribution: z.string().optional(),
  vector_layers: z.array(z.looseObject({ id: z.string() })).optional(),
})

/** Reads a file's header, directory and metadata. Throws InvalidMapFile if the file can't be shown. */
export async function readPmtilesFile(path: string): Promise<MapFile> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const head = Buffer.alloc(127)
    const { bytesRead } = await file.read(head, 0, 127, 0)
    if (bytesRead < 127 || head.toString('latin1', 0, 7) !== 'PMTiles')
      throw new InvalidMapFile('is no PMTiles file')
    if (head[7] !== 3) throw new InvalidMapFile(`is PMTiles of version ${head[7]}, not 3`)
    const archive = new PMTiles({
      getKey: () => path,
      async getBytes(offset, length) {
        const part = Buffer.alloc(length)
        const { bytesRead: read } = await file.read(part, 0, length, offset)
        return { data: new Uint8Array(part.subarray(0, read)).buffer }
      },
    })
    const header = await archive.getHeader()
    const end = header.tileDataOffset + (header.tileDataLength ?? 0)
    if (end > size) throw new InvalidMapFile(`is cut off: ${size} bytes of ${end}`)
    if (header.numTileEntries === 0) throw new InvalidMapFile('holds no tiles')
    const kind = kindOf(header.tileType)
    if (!kind) throw new InvalidMapFile('holds tiles of a kind that browsers can’t draw here')
    const told = metadata.catch({}).parse(await archive.getMetadata())
    return {
      name: `${await digest(path)}.pmtiles`,
      bytes: size,
      kind,
      minzoom: header.minZoom,
      maxzoom: header.maxZoom,
      bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
      layers: (told.vector_layers ?? []).map(({ id }) => id),
      attribution: parseAttribution(told.attribution ?? ''),
    }
  } catch (error) {
    if (error instanceof InvalidMapFile || 'code' in (error as object)) throw error
    throw new InvalidMapFile('is damaged: its directory can’t be read')
  } finally {
    await file.close()
  }
}

async function digest(path: string) {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path)) hash.update(part as Buffer)
  return hash.digest('hex').slice(0, 32)
}

function kindOf(type: TileType): 'vector' | 'raster' | null {
  if (type === TileType.Mvt) return 'vector'
  const pictures = [TileType.Png, TileType.Jpeg, TileType.Webp, TileType.Avif]
  return pictures.includes(type) ? 'raster' : null
}
