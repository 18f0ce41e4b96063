import { zxyToTileId } from 'pmtiles'

type Tile = { z: number; x: number; y: number; body: Uint8Array }
type Made = {
  tiles: Tile[]
  /** 1 for vector tiles, 2 for PNG. */
  type: number
  metadata?: object
  bounds?: [number, number, number, number]
}

/**
 * Returns a PMTiles file of version 3, uncompressed, in the specification's order: header, directory, metadata, tiles.
 */
export function pmtilesOf({ tiles, type, metadata = {}, bounds = [-180, -85, 180, 85] }: Made) {
  const sorted = tiles
    .map((tile) => ({ ...tile, id: zxyToTileId(tile.z, tile.x, tile.y) }))
    .sort((a, b) => a.id - b.id)
  const directory = Buffer.from(directoryOf(sorted))
  const told = Buffer.from(JSON.stringify(metadata))
  const data = Buffer.concat(sorted.map(({ body }) => body))
  const head = Buffer.alloc(127)
  head.write('PMTiles', 'latin1')
  head[7] = 3
  const places = [
    [127, directory.length],
    [127 + directory.length, told.length],
    // There are no leaf directories.
    [127 + directory.length + told.length, 0],
    [127 + directory.length + told.length, data.length],
  ] as const
  places.forEach(([offset, length], at) => {
    head.writeBigUInt64LE(BigInt(offset), 8 + at * 16)
    head.writeBigUInt64LE(BigInt(length), 16 + at * 16)
  })
  for (const at of [72, 80, 88]) head.writeBigUInt64LE(BigInt(sorted.length), at)
  head[96] = 1
  // 1 means that directories and tiles are uncompressed.
  head[97] = head[98] = 1
  head[99] = type
  head[100] = Math.min(...tiles.map(({ z }) => z))
  head[101] = Math.max(...tiles.map(({ z }) => z))
  bounds.forEach((degrees, at) => head.writeInt32LE(Math.round(degrees * 1e7), 102 + at * 4))
  return Buffer.concat([head, directory, told, data])
}

function directoryOf(tiles: { id: number; body: Uint8Array }[]): number[] {
  const bytes: number[] = []
  const varint = (value: number) => {
    let left = value
    while (left >= 128) {
      bytes.push((left % 128) + 128)
      left = Math.floor(left / 128)
    }
    bytes.push(left)
  }
  varint(tiles.length)
  let last = 0
  for (const { id } of tiles) {
    varint(id - last)
    last = id
  }
  for (const _ of tiles) varint(1)
  for (const { body } of tiles) varint(body.length)
  // An offset of 0 means that the tile directly follows the previous one.
  tiles.forEach((_, at) => varint(at === 0 ? 1 : 0))
  return bytes
}
