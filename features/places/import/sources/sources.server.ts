import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { parseCsvPlace, csvRows } from './csv-rows.server.ts'
import { type JsonRow, jsonLines, jsonRows, withoutRecordSeparator } from './json-rows.server.ts'
import { parseOsmPlace } from './osm.server.ts'
import { isOverture, parseOverturePlace, asRecord, parquetRows } from './overture.server.ts'
import {
  type OsmElement,
  pbfElements,
  xmlElements,
  elementsWithPositions,
} from './osm-elements.server.ts'
import { geoJsonBoxCenter, geometryCenter } from './position.ts'
import {
  type ClosedPlace,
  latestDate,
  type ReadOptions,
  type SourcePlace,
  type SourceRow,
} from './source-place.ts'
import { isAscii } from 'node:buffer'

/** How much of a file has been read, in bytes or rows. */
export type Progress = { done: number; total: number }

/**
 * Yields the places of a file: Overture as GeoJSON or Parquet; OpenStreetMap as Overpass JSON, GeoJSON, XML or PBF; as
 * one document or a row per line; plain or gzipped; or a CSV if `map` describes its columns. The format is recognized
 * by the content, not by the file's name.
 */
export async function* readPlaces(
  path: string,
  progress: Progress = { done: 0, total: 0 },
  reading: ReadOptions = {},
): AsyncGenerator<SourceRow> {
  const { magic, size } = await beginning(path)
  progress.total = size
  const about: About = { dated: null, remark: null }
  const rows = await rowsOf(path, magic, progress, reading, about)
  let row = 0
  for await (const { line, ...found } of rows) {
    row += 1
    yield { row, line, ...('value' in found ? placeOf(found.value, reading, about) : found) }
  }
  // Overpass reports only at the end, after the places found so far, that it ran out of time or memory.
  if (about.remark) throw new Error(`Overpass broke off: ${about.remark}`)
}

async function rowsOf(
  path: string,
  magic: string,
  progress: Progress,
  reading: ReadOptions,
  about: About,
): Promise<AsyncIterable<JsonRow>> {
  if (magic.startsWith('PAR1')) return parquetRows(path, progress)
  // A PBF file begins with the length of its first header, followed by that header's name.
  if (magic.slice(6, 15) === 'OSMHeader') return osmRows(() => pbfElements(path, progress), reading)
  const isZipped = magic.startsWith('\x1f\x8b')
  const whole = () => texts(path, isZipped, progress)
  if (reading.map) return csvRows(whole(), reading.map)
  if (await isOsmXml(whole())) return osmRows(() => xmlElements(whole()), reading)
  return jsonOf(whole(), about)
}

async function isOsmXml(chunks: AsyncGenerator<string>) {
  const { value } = await chunks.next()
  await chunks.return(undefined)
  return /^\ufeff?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)?<osm[\s>]/.test(
    String(value ?? '').slice(0, 4000),
  )
}

async function* osmRows(
  elements: () => AsyncIterable<OsmElement[]>,
  { allAreRestaurants = false }: ReadOptions,
): AsyncGenerator<JsonRow> {
  let line = 0
  for await (const value of elementsWithPositions(elements, allAreRestaurants))
    yield { line: (line += 1), value }
}

/** What a file says about itself outside its rows: its date, and an error that Overpass reports. */
type About = { dated: number | null; remark: string | null }

async function beginning(path: string) {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return { magic: buffer.toString('latin1'), size: (await file.stat()).size }
  } finally {
    await file.close()
  }
}

async function* texts(path: string, zipped: boolean, progress: Progress): AsyncGenerator<string> {
  const file = createReadStream(path, { highWaterMark: 262_144 })
  const plain = zipped ? pipeline(file, createGunzip(), () => {}) : file
  try {
    for await (const text of decodeChunks(plain)) {
      progress.done = file.bytesRead
      yield text
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (code === 'Z_BUF_ERROR') throw new Error('The file breaks off.', { cause: error })
    if (code.startsWith('Z_')) throw new Error('The file can’t be unzipped.', { cause: error })
    throw error
  }
}

async function* jsonOf(chunks: AsyncGenerator<string>, about: About): AsyncGenerator<JsonRow> {
  let head = ''
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    head += next.value
    if (head.length > 65_536) break
  }
  head = head.replace(/^\ufeff/, '')
  const before = head.slice(0, Math.max(0, head.search(/"(?:features|elements)"\s*:/)))
  about.dated = latestDate(/"(?:timestamp_osm_base|_?timestamp)"\s*:\s*"([^"]+)"/.exec(before)?.[1])
  about.remark = troubleIn(before)
  async function* all() {
    let tail = head.slice(-maxRemarkLength)
    yield head
    for await (const text of chunks) {
      tail = (tail + text).slice(-maxRemarkLength)
      yield text
    }
    about.remark ??= troubleIn(tail.slice(tail.lastIndexOf(']') + 1))
  }
  try {
    if (!/^\s*[{[]/.test(withoutRecordSeparator(head)))
      throw new Error(
        'This is neither JSON nor Parquet, nor OpenStreetMap’s PBF or XML; of a CSV say what its columns are: --map.',
      )
    yield* isRow(head.split('\n', 1)[0]!) ? jsonLines(all()) : jsonRows(all())
  } finally {
    await chunks.return(undefined)
  }
}

const maxRemarkLength = 2000
/** Returns Overpass's remark about a query that failed, or null. Other remarks don't matter. */
function troubleIn(text: string): string | null {
  const [, remark = ''] = /"remark"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text) ?? []
  return /error|timed? ?out|memory/i.test(remark) ? remark.slice(0, 300) : null
}

/** Returns whether a file's first line is a complete place, which means that every line is one. */
function isRow(line: string) {
  try {
    const row = asRecord(JSON.parse(withoutRecordSeparator(line)))
    return isOverture(row) || row['type'] === 'Feature' || ('id' in row && 'tags' in row)
  } catch {
    return false
  }
}

function placeOf(value: unknown, reading: ReadOptions, { dated }: About) {
  try {
    const place = reading.map
      ? parseCsvPlace(value as Record<string, string>, reading.map, reading)
      : read(asRecord(value), reading)
    if (!place) return { other: true as const }
    if ('closed' in place)
      return { closed: { ...place.closed, dated: place.closed.dated ?? dated } }
    return { place: { ...place, dated: place.dated ?? dated } }
  } catch (error) {
    // Whatever is wrong with a row costs no other row, even nesting that overflows the stack.
    return { reason: (error as Error).message }
  }
}

function read(
  row: Record<string, unknown>,
  reading: ReadOptions,
): SourcePlace | { closed: ClosedPlace } | null {
  if (row['type'] === 'Feature') {
    const properties = asRecord(row['properties'])
    const at = geometryCenter(row['geometry'], row['bbox'])
    return isOverture(properties)
      ? parseOverturePlace(properties, at, row, reading)
      : parseOsmPlace(properties, at, row, reading)
  }
  if (isOverture(row))
    return parseOverturePlace(row, geometryCenter(row['geometry'], row['bbox']), {}, reading)
  if (!/^(?:node|way|relation)$/.test(String(row['type']))) throw new Error('is no place')
  // Overpass also returns the corners of areas, as nodes without tags.
  if (row['tags'] === undefined) return null
  const { lat, lon } = row['lat'] === undefined ? asRecord(row['center']) : row
  const { minlat, maxlat, minlon, maxlon } = asRecord(row['bounds'])
  const box = { ymin: minlat, ymax: maxlat, xmin: minlon, xmax: maxlon }
  const at = lat === undefined ? geoJsonBoxCenter(box) : { latitude: lat, longitude: lon }
  return parseOsmPlace(asRecord(row['tags']), at, row, reading)
}

/** Matches a multi-byte character of UTF-8, in text whose characters are the bytes. */
const sequence = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g

/**
 * Decodes a file. The text around its first non-ASCII letter shows whether it is UTF-8 or Latin-1 (Windows-1252).
 * Letters of a UTF-8 file that are broken later on become U+FFFD, and rows with such a name are refused.
 */
export async function* decodeChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let tail = Buffer.alloc(0)
  for await (const chunk of chunks) {
    if (!decoder) {
      const bytes = Buffer.concat([tail, chunk])
      const first = isAscii(bytes) ? -1 : bytes.findIndex((byte) => byte > 0x7f)
      // Waits until there are enough bytes to decide, or the file ends.
      if (first !== -1 && bytes.length - first < 64) {
        tail = bytes
        continue
      }
      tail = Buffer.alloc(0)
      if (first === -1) {
        yield bytes.toString('latin1')
        continue
      }
      decoder = decoderFor(bytes)
      yield decoder.decode(bytes, { stream: true })
    } else yield decoder.decode(chunk, { stream: true })
  }
  if (tail.length > 0) decoder = decoderFor(tail)
  yield (decoder ?? new TextDecoder()).decode(tail)
}

function decoderFor(bytes: Buffer) {
  const text = bytes.toString('latin1')
  const whole = (text.match(sequence) ?? []).reduce((sum, letter) => sum + letter.length, 0)
  const past = (text.match(/[\x80-\xff]/g) ?? []).length
  // Subtracts 3 because a chunk may end in the middle of a multi-byte character.
  return new TextDecoder(whole > 0 && whole >= (past - 3) / 2 ? 'utf-8' : 'windows-1252', {
    ignoreBOM: true,
  })
}
