import { createReadStream, statSync } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import {
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { csvReader, type Read, readFeature, type ReadOptions } from './sources.ts'

/** How much of a file has been read, in bytes or rows. */
export type Progress = { done: number; total: number }

/** A row of a file: its line or, in a GeoJSON document or Parquet, its number from 1. */
type Row = { line: number; raw: unknown }
type SourceRow = Row & { place?: Read; reason?: string }

/**
 * Yields the places of a file: GeoJSON as one document or a feature per line, plain or gzipped; CSV; or Overture's
 * Parquet. The names of zipped files end in .gz, those of Parquet in .parquet.
 */
export async function* readPlaces(
  path: string,
  progress: Progress,
  options: ReadOptions,
): AsyncGenerator<SourceRow> {
  const { rows, read } = await openRows(path, progress, options)
  for await (const { line, raw } of rows)
    try {
      yield { line, raw, place: read(raw) }
    } catch (error) {
      const isText = error instanceof SyntaxError
      yield { line, raw, reason: isText ? 'is not JSON' : (error as Error).message }
    }
}

type Rows = { rows: AsyncIterable<Row>; read: (raw: any) => Read }

async function openRows(path: string, progress: Progress, options: ReadOptions): Promise<Rows> {
  const readRow = (raw: unknown) => readFeature(raw, options)
  if (path.endsWith('.parquet')) return { rows: parquetRows(path, progress), read: readRow }
  const texts = textsOf(path, progress)
  const head = (await texts.next()).value!.trimStart()
  if (head === '') throw new Error('This file is empty.')
  if (/^PK|<osm[\s>]/.test(head) || head.slice(0, 4096).includes('\0'))
    throw new Error(
      'This is neither GeoJSON nor CSV nor Parquet: convert it with osmium or ogr2ogr.',
    )
  const all = startingWith(head, texts)
  if (/^\[|"features"\s*:\s*\[/.test(head))
    return { rows: documentRows(all, progress), read: readRow }
  const isCsv = !'\u001e{'.includes(head[0]!)
  const rows = linesOf(all, isCsv)
  if (!isCsv)
    return { rows, read: (line: string) => readRow(JSON.parse(line.replace('\u001e', ''))) }
  const header = (await rows.next()).value as { raw: string }
  return { rows, read: csvReader(header.raw, options) }
}

/** Yields the text of a file, and a line break at its end. */
async function* textsOf(path: string, progress: Progress) {
  progress.total = statSync(path).size
  const file = createReadStream(path, { highWaterMark: 262_144 })
  const bytes = path.endsWith('.gz') ? pipeline(file, createGunzip(), () => {}) : file
  let decoder: TextDecoder | undefined
  for await (const chunk of bytes) {
    progress.done = file.bytesRead
    decoder ??= decoderFor(chunk as Buffer)
    yield decoder.decode(chunk as Buffer, { stream: true })
  }
  yield '\n'
}

/** Spreadsheets also write UTF-16, which begins with a mark, and Windows's Latin letters, which are no UTF-8. */
function decoderFor(bytes: Buffer) {
  const mark = bytes.toString('hex', 0, 2)
  if (mark === 'fffe' || mark === 'feff')
    return new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be')
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return new TextDecoder()
  } catch {
    return new TextDecoder('windows-1252')
  }
}

async function* startingWith(head: string, texts: AsyncIterable<string>) {
  yield head
  yield* texts
}

async function* documentRows(texts: AsyncIterable<string>, progress: Progress) {
  let text = ''
  for await (const part of texts) text += part
  const document = JSON.parse(text) as unknown[] | { features: unknown[] }
  const features = Array.isArray(document) ? document : document.features
  progress.total = features.length
  for (const [index, raw] of features.entries()) {
    progress.done = index + 1
    yield { line: index + 1, raw }
  }
}

/** Number of lines over which a quoted cell may go. Beyond it, its closing quote is missing. */
const maxLines = 20

/**
 * Yields lines that aren't empty or only separators. In a CSV, a row goes on over the next lines while it has an odd
 * number of quotes.
 */
async function* linesOf(texts: AsyncIterable<string>, isCsv: boolean): AsyncGenerator<Row> {
  let rest = ''
  let [line, start] = [0, 0]
  let row: string[] = []
  const isOpen = () => isCsv && row.length < maxLines && row.join().split('"').length % 2 === 0
  for await (const text of texts) {
    const lines = (rest + text).split(/\r?\n/)
    rest = lines.pop()!
    for (const raw of lines) {
      line += 1
      if (!/[^\s;,|]/.test(raw)) continue
      if (row.push(raw) === 1) start = line
      if (isOpen()) continue
      yield { line: start, raw: row.join('\n') }
      row = []
    }
  }
  if (row.length > 0) yield { line: start, raw: row.join('\n') }
}

const parquetColumns =
  'id geometry names categories taxonomy basic_category operating_status websites phones addresses'.split(
    ' ',
  )
/** Maximum number of rows read at once, because a row group of Overture's can contain a hundred thousand. */
const slice = 8192

async function* parquetRows(path: string, progress: Progress): AsyncGenerator<Row> {
  const file = await asyncBufferFromFile(path)
  const metadata = await parquetMetadataAsync(file)
  const columns = parquetSchema(metadata)
    .children.map(({ element }) => element.name)
    .filter((name) => parquetColumns.includes(name))
  if (!columns.includes('names'))
    throw new Error('This Parquet file has none of Overture’s places.')
  progress.total = Number(metadata.num_rows)
  for (let rowStart = 0; rowStart < progress.total; rowStart += slice) {
    const rowEnd = Math.min(rowStart + slice, progress.total)
    const options = { file, metadata, compressors, columns, rowStart, rowEnd }
    const found = await parquetReadObjects(options)
    progress.done = rowEnd
    for (const [index, raw] of found.entries()) yield { line: rowStart + index + 1, raw }
  }
}
