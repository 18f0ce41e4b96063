import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import {
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { geometryCenter } from './geometry.ts'
import { csvRows, jsonLines, jsonRows, type TextRow } from './rows.server.ts'
import { readOsmFeature } from './osm.ts'
import { asRecord, isOverture, readOvertureRow } from './overture.ts'
import type { PlaceOrClosed, ReadOptions } from './place.ts'
import { columnsOf, readTableRow, type Columns } from './table.ts'

/** How much of a file has been read, in bytes or rows. */
export type Progress = { done: number; total: number }

/** A row of a file, by its line from 1 (in Parquet its row). `raw` is shown to the operator if it is refused. */
export type SourceRow = { line: number; raw: unknown } & (
  | { place: PlaceOrClosed }
  | { reason: string }
)

/**
 * Yields the places of a file: GeoJSON as one document or a feature per line, plain or gzipped; CSV; or Overture's
 * Parquet. The format is recognized by the content, not by the file's name.
 */
export async function* readPlaces(
  path: string,
  progress: Progress,
  options: ReadOptions,
): AsyncGenerator<SourceRow> {
  const { magic, size } = await beginning(path)
  progress.total = size
  if (magic.startsWith('PAR1')) {
    for await (const { line, value } of parquetRows(path, progress))
      yield { line, raw: value, ...placeOf(() => readRow(value, options)) }
    return
  }
  refuseBinary(magic)
  const texts = decoded(bytesOf(path, magic.startsWith('\x1f\x8b'), progress))
  const first = await texts.next()
  const head = String(first.value ?? '').replace(/^\ufeff/, '')
  if (head.trim() === '') throw new Error('This file is empty.')
  const rest = startingWith(head, texts)
  if ('{['.includes(head.replace('\u001e', '').trimStart()[0]!)) {
    const isLines = head.split('\n', 2).some(isFeature)
    const rows = isLines ? jsonLines(rest) : jsonRows(rest)
    for await (const row of rows) yield* placesIn(row, (value) => readRow(asRecord(value), options))
  } else yield* tablePlaces(rest, options)
}

async function* tablePlaces(texts: AsyncGenerator<string>, options: ReadOptions) {
  let columns: Columns | undefined
  for await (const row of csvRows(texts)) {
    if (columns) yield* placesIn(row, (cells) => readTableRow(cells, columns!, options))
    else if ('value' in row) columns = columnsOf(row.value)
  }
}

function* placesIn<T>(
  row: TextRow<T>,
  read: (value: T) => PlaceOrClosed,
): Generator<SourceRow, void> {
  if ('reason' in row) yield { line: row.line, raw: row.raw, reason: row.reason }
  else yield { line: row.line, raw: row.value, ...placeOf(() => read(row.value)) }
}

/** Whatever is wrong with a row costs no other row, even nesting that overflows the stack. */
function placeOf(read: () => PlaceOrClosed): { place: PlaceOrClosed } | { reason: string } {
  try {
    return { place: read() }
  } catch (error) {
    return { reason: (error as Error).message }
  }
}

/** Reads a GeoJSON feature, or a row of Overture's without one around it. */
function readRow(row: Record<string, unknown>, options: ReadOptions): PlaceOrClosed {
  const at = geometryCenter(row['geometry'])
  if (isOverture(row)) return readOvertureRow(row, at, {}, options)
  if (row['type'] !== 'Feature') throw new Error('is no GeoJSON feature')
  const properties = asRecord(row['properties'])
  return isOverture(properties)
    ? readOvertureRow(properties, at, row, options)
    : readOsmFeature(properties, at, row, options)
}

function isFeature(line: string) {
  try {
    const row = asRecord(JSON.parse(line.replace('\u001e', '')))
    return row['type'] === 'Feature' || isOverture(row)
  } catch {
    return false
  }
}

async function beginning(path: string) {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    return {
      magic: buffer.subarray(0, bytesRead).toString('latin1'),
      size: (await file.stat()).size,
    }
  } finally {
    await file.close()
  }
}

const isUtf16 = (magic: string) => /^(?:\xff\xfe|\xfe\xff)/.test(magic)

function refuseBinary(magic: string) {
  if (magic.startsWith('PK'))
    throw new Error('This is a ZIP or a spreadsheet: unpack it, or save it as CSV.')
  if (magic.slice(6, 15) === 'OSMHeader' || /^[^]{0,200}<osm[\s>]/.test(magic))
    throw new Error(
      'This is OpenStreetMap’s own format: convert it by osmium export -f geojsonseq.',
    )
  if (!magic.startsWith('\x1f\x8b') && !isUtf16(magic) && magic.includes('\0'))
    throw new Error('This is neither GeoJSON, CSV nor Parquet.')
}

async function* bytesOf(path: string, isZipped: boolean, progress: Progress) {
  const file = createReadStream(path, { highWaterMark: 262_144 })
  const bytes = isZipped ? pipeline(file, createGunzip(), () => {}) : file
  try {
    for await (const chunk of bytes) {
      progress.done = file.bytesRead
      yield chunk as Buffer
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (code === 'Z_BUF_ERROR') throw new Error('The file breaks off.', { cause: error })
    if (code.startsWith('Z_')) throw new Error('The file can’t be unzipped.', { cause: error })
    throw error
  } finally {
    file.destroy()
  }
}

/**
 * Decodes a file: UTF-16 by its mark, otherwise UTF-8, or Windows-1252 if the first 256 kB aren't valid UTF-8. Letters
 * that are broken later on become U+FFFD, and rows with such a name are refused.
 */
async function* decoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk))
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') yield text
  }
  yield decoder?.decode() ?? ''
}

function encodingOf(chunk: Buffer): string {
  if (isUtf16(chunk.toString('latin1', 0, 2))) return chunk[0] === 0xff ? 'utf-16le' : 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(chunk, { stream: true })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

async function* startingWith(head: string, texts: AsyncGenerator<string>) {
  yield head
  yield* texts
}

const parquetColumns = new Set(
  'id geometry names categories taxonomy basic_category operating_status websites phones addresses'.split(
    ' ',
  ),
)
/** Maximum number of rows read at once, because a row group of Overture's can contain a hundred thousand. */
const slice = 8192

async function* parquetRows(path: string, progress: Progress) {
  const file = await asyncBufferFromFile(path)
  const metadata = await readable(parquetMetadataAsync(file))
  const columns = parquetSchema(metadata)
    .children.map(({ element }) => element.name)
    .filter((name) => parquetColumns.has(name))
  if (!columns.includes('names'))
    throw new Error('This Parquet file has none of Overture’s places.')
  const rows = Number(metadata.num_rows)
  progress.total = rows
  for (let rowStart = 0; rowStart < rows; rowStart += slice) {
    const rowEnd = Math.min(rowStart + slice, rows)
    const options = { file, metadata, compressors, columns, rowStart, rowEnd, utf8: false }
    const found: Record<string, unknown>[] = await readable(parquetReadObjects(options))
    progress.done = rowEnd
    for (const [index, value] of found.entries()) yield { line: rowStart + index + 1, value }
  }
}

/** Replaces the library's messages, because those about bytes and codecs don't help an operator. */
const readable = <T>(reading: Promise<T>): Promise<T> =>
  reading.catch((error: unknown) => {
    throw new Error('The Parquet file is damaged or breaks off.', { cause: error })
  })
