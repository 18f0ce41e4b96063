import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type JsonRow, jsonLines, jsonRows, withoutMark } from './json-rows.server.ts'
import { osmPlace } from './osm.server.ts'
import { isOverture, overturePlace, record } from './overture.server.ts'
import { parquetRows } from './parquet-rows.server.ts'
import { boxMiddle, middleOf } from './position.ts'
import { BadRow, type SourcePlace, type SourceRow } from './source-place.ts'

/** How much of a file has been read, in bytes or rows. */
export type Progress = { done: number; total: number }

/**
 * The places of a file, one after the other, whatever it is: Overture as GeoJSON or Parquet,
 * OpenStreetMap as Overpass JSON or GeoJSON, one document or a row per line, plain or gzipped.
 * What it is shows in its content; its name says nothing.
 */
export async function* readPlaces(
  path: string,
  progress: Progress = { done: 0, total: 0 },
): AsyncGenerator<SourceRow> {
  const { magic, size } = await beginning(path)
  progress.total = size
  const isParquet = magic.startsWith('PAR1')
  const rows = isParquet
    ? parquetRows(path, progress)
    : jsonOf(texts(path, magic.startsWith('\x1f\x8b'), progress))
  let row = 0
  for await (const { line, ...found } of rows) {
    row += 1
    yield { row, line, ...('value' in found ? placeOf(found.value) : found) }
  }
}

async function beginning(path: string) {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return { magic: buffer.toString('latin1'), size: (await file.stat()).size }
  } finally {
    await file.close()
  }
}

async function* texts(path: string, zipped: boolean, progress: Progress): AsyncGenerator<string> {
  const file = createReadStream(path, { highWaterMark: 262_144 })
  const plain = zipped ? pipeline(file, createGunzip(), () => {}) : file
  try {
    for await (const chunk of plain.setEncoding('utf8')) {
      progress.done = file.bytesRead
      yield String(chunk)
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (code === 'Z_BUF_ERROR') throw new Error('The file breaks off.', { cause: error })
    if (code.startsWith('Z_')) throw new Error('The file can’t be unzipped.', { cause: error })
    throw error
  }
}

async function* jsonOf(chunks: AsyncGenerator<string>): AsyncGenerator<JsonRow> {
  let head = ''
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    head += next.value
    if (head.length > 65_536) break
  }
  head = head.replace(/^\ufeff/, '')
  async function* all() {
    yield head
    yield* chunks
  }
  try {
    if (!/^\s*[{[]/.test(withoutMark(head))) throw new Error('This is neither JSON nor Parquet.')
    yield* isRow(head.split('\n', 1)[0]!) ? jsonLines(all()) : jsonRows(all())
  } finally {
    await chunks.return(undefined)
  }
}

/** Whether a first line is a place by itself: then every line is one. */
function isRow(line: string) {
  try {
    const row = record(JSON.parse(withoutMark(line)))
    return isOverture(row) || row['type'] === 'Feature' || ('id' in row && 'tags' in row)
  } catch {
    return false
  }
}

function placeOf(value: unknown) {
  try {
    const place = read(record(value))
    return place ? { place } : { other: true as const }
  } catch (error) {
    if (error instanceof BadRow) return { reason: error.message }
    throw error
  }
}

function read(row: Record<string, unknown>): SourcePlace | null {
  if (row['type'] === 'Feature') {
    const properties = record(row['properties'])
    const at = middleOf(row['geometry'], row['bbox'])
    return isOverture(properties)
      ? overturePlace(properties, at, row)
      : osmPlace(properties, at, row)
  }
  if (isOverture(row)) return overturePlace(row, middleOf(row['geometry'], row['bbox']), {})
  if (!/^(?:node|way|relation)$/.test(String(row['type']))) throw new BadRow('is no place')
  // Overpass gives the bare corners of an area as well.
  if (row['tags'] === undefined) return null
  const { lat, lon } = row['lat'] === undefined ? record(row['center']) : row
  const { minlat, maxlat, minlon, maxlon } = record(row['bounds'])
  const box = { ymin: minlat, ymax: maxlat, xmin: minlon, xmax: maxlon }
  const at = lat === undefined ? boxMiddle(box) : { latitude: lat, longitude: lon }
  return osmPlace(record(row['tags']), at, row)
}
