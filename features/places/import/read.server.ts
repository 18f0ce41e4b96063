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
import { csvReader, type Read, readFeature, type ReadOptions } from './sources.ts'

/** How much of a file has been read, in bytes or rows. */
export type Progress = { done: number; total: number }

/** A row of a file: its line or, in a GeoJSON document or Parquet, its number from 1. */
type Row = { line: number; raw: unknown }
export type SourceRow = Row & ({ place: Read } | { reason: string })

/**
 * Yields the places of a file: GeoJSON as one document or a feature per line, plain or gzipped; CSV; or Overture's
 * Parquet. The format is recognized by the content, not by the file's name.
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
  const { magic, size } = await beginning(path)
  progress.total = size
  if (magic === 'PAR1') return { rows: parquetRows(path, progress), read: readRow }
  const texts = textsOf(path, magic.startsWith('\x1f\x8b'), progress)
  const head = String((await texts.next()).value ?? '').trimStart()
  if (head === '') throw new Error('This file is empty.')
  if (/^PK|<osm[\s>]/.test(head) || head.slice(0, 4096).includes('\0'))
    throw new Error(
      'This is neither GeoJSON nor CSV nor Parquet: convert it with osmium or ogr2ogr.',
    )
  const all = startingWith(head, texts)
  if (/^\[|"features"\s*:\s*\[/.test(head)) return { rows: documentRows(all), read: readRow }
  if ('\u001e{'.includes(head[0]!))
    return {
      rows: linesOf(all),
      read: (line: string) => readRow(JSON.parse(line.replace('\u001e', ''))),
    }
  const rows = csvRows(all)
  const header = (await rows.next()).value as Row
  return { rows, read: csvReader(String(header.raw), options) }
}

async function beginning(path: string) {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return { magic: buffer.toString('latin1', 0, bytesRead), size: (await file.stat()).size }
  } finally {
    await file.close()
  }
}

async function* textsOf(path: string, isZipped: boolean, progress: Progress) {
  const file = createReadStream(path, { highWaterMark: 262_144 })
  const bytes = isZipped ? pipeline(file, createGunzip(), () => {}) : file
  let decoder: TextDecoder | undefined
  for await (const chunk of bytes) {
    progress.done = file.bytesRead
    decoder ??= decoderFor(chunk as Buffer)
    yield decoder.decode(chunk as Buffer, { stream: true })
  }
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

/** Maximum length of a row in characters, and of a GeoJSON document, which is read as a whole. */
const [maxRow, maxDocument] = [1_048_576, 268_435_456]

async function* documentRows(texts: AsyncIterable<string>): AsyncGenerator<Row> {
  let text = ''
  for await (const part of texts)
    if ((text += part).length > maxDocument)
      throw new Error('This document is too large: convert it with ogr2ogr -f GeoJSONSeq.')
  const document = JSON.parse(text) as unknown[] | { features: unknown[] }
  const features = Array.isArray(document) ? document : document.features
  for (const [index, raw] of features.entries()) yield { line: index + 1, raw }
}

/** Yields lines that aren't empty or only separators. */
async function* linesOf(
  texts: AsyncIterable<string>,
): AsyncGenerator<{ line: number; raw: string }> {
  let rest = ''
  let line = 0
  const isFull = (text: string) => /[^\s;,|]/.test(text)
  for await (const part of texts) {
    const lines = (rest + part).split(/\r?\n/)
    rest = lines.pop()!
    for (const raw of lines) {
      line += 1
      if (isFull(raw)) yield { line, raw }
    }
    if (rest.length > maxRow) throw new Error(`Line ${line + 1} has no end.`)
  }
  if (isFull(rest)) yield { line: line + 1, raw: rest }
}

/** Number of lines over which a quoted cell may go. Beyond it, its closing quote is missing. */
const maxLines = 20

/** Yields the rows of a CSV. A row goes on while it has an odd number of quotes. */
async function* csvRows(texts: AsyncIterable<string>): AsyncGenerator<Row> {
  let begun: { line: number; raw: string }[] = []
  const whole = () => ({ line: begun[0]!.line, raw: begun.map(({ raw }) => raw).join('\n') })
  for await (const row of linesOf(texts)) {
    begun.push(row)
    const isOpen = whole().raw.split('"').length % 2 === 0
    if (isOpen && begun.length < maxLines) continue
    yield whole()
    begun = []
  }
  if (begun.length > 0) yield whole()
}

const parquetColumns = new Set(
  'id geometry names categories taxonomy basic_category operating_status websites phones addresses'.split(
    ' ',
  ),
)
/** Maximum number of rows read at once, because a row group of Overture's can contain a hundred thousand. */
const slice = 8192

async function* parquetRows(path: string, progress: Progress): AsyncGenerator<Row> {
  const file = await asyncBufferFromFile(path)
  const metadata = await parquetMetadataAsync(file)
  const columns = parquetSchema(metadata)
    .children.map(({ element }) => element.name)
    .filter((name) => parquetColumns.has(name))
  if (!columns.includes('names'))
    throw new Error('This Parquet file has none of Overture’s places.')
  // Some programs don't mark the column as a geometry.
  for (const element of metadata.schema)
    if (element.name === 'geometry') element.logical_type = { type: 'GEOMETRY' }
  progress.total = Number(metadata.num_rows)
  for (let rowStart = 0; rowStart < progress.total; rowStart += slice) {
    const rowEnd = Math.min(rowStart + slice, progress.total)
    const options = { file, metadata, compressors, columns, rowStart, rowEnd }
    const found = await parquetReadObjects(options)
    progress.done = rowEnd
    for (const [index, raw] of found.entries()) yield { line: rowStart + index + 1, raw }
  }
}
