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
import Papa from 'papaparse'
import { asRecord, csvReader, type Read, readFeature, type ReadOptions } from './sources.ts'

/** How much of a file has been read, in bytes or rows. */
export type Progress = { done: number; total: number }

/** A row of a file: its line or, in a GeoJSON document or Parquet, its number from 1. */
type RawRow = { line: number; raw: unknown; problem?: string }
export type SourceRow = { line: number; raw: unknown } & ({ place: Read } | { reason: string })

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
  let read = (raw: unknown): Read => readFeature(asRecord(raw), options)
  let rows: AsyncIterable<RawRow>
  if (magic.startsWith('PAR1')) rows = parquetRows(path, progress)
  else {
    const isZipped = magic.startsWith('\x1f\x8b')
    if (!isZipped && (magic.includes('\0') || /^PK|<osm[\s>]/.test(magic)))
      throw new Error(
        'This is neither GeoJSON nor CSV in UTF-8 nor Parquet: convert it with osmium or ogr2ogr.',
      )
    const texts = textsOf(path, isZipped, progress)
    const first = await texts.next()
    const head = String(first.value ?? '').trimStart()
    if (head === '') throw new Error('This file is empty.')
    if (!'\u001e{['.includes(head[0]!)) {
      const cells = csvRows(startingWith(head, texts))
      const header = (await cells.next()).value as RawRow
      const readCells = csvReader(header.raw as string[], options)
      read = (raw) => readCells(raw as string[])
      rows = cells
    } else {
      const isDocument = /^\[|"features"\s*:\s*\[/.test(head)
      rows = (isDocument ? documentRows : lineRows)(startingWith(head, texts))
    }
  }
  for await (const { line, raw, problem } of rows)
    try {
      if (problem) throw new Error(problem)
      yield { line, raw, place: read(raw) }
    } catch (error) {
      yield { line, raw, reason: (error as Error).message }
    }
}

async function beginning(path: string) {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    const { size } = await file.stat()
    return { magic: buffer.toString('latin1', 0, bytesRead), size }
  } finally {
    await file.close()
  }
}

/** Letters that aren't UTF-8 become U+FFFD, and rows with such a name are refused. */
async function* textsOf(path: string, isZipped: boolean, progress: Progress) {
  const file = createReadStream(path, { highWaterMark: 262_144 })
  const bytes = isZipped ? pipeline(file, createGunzip(), () => {}) : file
  const decoder = new TextDecoder()
  try {
    for await (const chunk of bytes) {
      progress.done = file.bytesRead
      yield decoder.decode(chunk as Buffer, { stream: true })
    }
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error
    throw new Error('The file can’t be unzipped: it is damaged or breaks off.', { cause: error })
  }
}

async function* startingWith(head: string, texts: AsyncIterable<string>) {
  yield head
  yield* texts
}

/** Maximum length of a row in characters, and of a GeoJSON document, which is read as a whole. */
const [maxRow, maxDocument] = [1_048_576, 268_435_456]

async function* documentRows(texts: AsyncIterable<string>): AsyncGenerator<RawRow> {
  const parts: string[] = []
  let length = 0
  for await (const text of texts) {
    parts.push(text)
    if ((length += text.length) > maxDocument)
      throw new Error('This document is too large: convert it with ogr2ogr -f GeoJSONSeq.')
  }
  let features: unknown
  try {
    const document: unknown = JSON.parse(parts.join(''))
    features = Array.isArray(document) ? document : asRecord(document)['features']
  } catch (error) {
    const { message } = error as Error
    throw new Error(`This is no valid JSON, or it breaks off: ${message}`, { cause: error })
  }
  for (const [index, raw] of (features as unknown[]).entries()) yield { line: index + 1, raw }
}

/** Yields the lines of a GeoJSON text sequence, which may begin with a record separator. */
async function* lineRows(texts: AsyncIterable<string>): AsyncGenerator<RawRow> {
  for await (const { line, text } of linesOf(texts)) {
    const bare = text.replace('\u001e', '').trim()
    if (bare === '') continue
    let row: RawRow
    try {
      row = { line, raw: JSON.parse(bare) as unknown }
    } catch {
      row = { line, raw: bare, problem: 'is not JSON' }
    }
    yield row
  }
}

async function* linesOf(texts: AsyncIterable<string>) {
  let rest = ''
  let line = 0
  for await (const part of texts) {
    const lines = (rest + part).split(/\r?\n/)
    rest = lines.pop()!
    for (const text of lines) yield { line: (line += 1), text }
    if (rest.length > maxRow) throw new Error(`Line ${line + 1} has no end.`)
  }
  if (rest) yield { line: line + 1, text: rest }
}

/** Number of lines over which a quoted cell may go. Beyond it, its closing quote is missing. */
const maxLines = 20

/** Yields the rows of a CSV. A row goes on while it has an odd number of quotes. */
async function* csvRows(texts: AsyncIterable<string>): AsyncGenerator<RawRow> {
  let delimiter: string | undefined
  let begun: string[] = []
  let start = 1
  const problem = 'has a quote without an end'
  for await (const { line, text } of linesOf(texts)) {
    delimiter ??= Papa.parse(text, { delimitersToGuess: [',', ';', '\t', '|'] }).meta.delimiter
    if (begun.length === 0) start = line
    begun.push(text)
    const row = begun.join('\n')
    const isOpen = row.split('"').length % 2 === 0
    if (isOpen && begun.length < maxLines) continue
    begun = []
    const cells = Papa.parse<string[]>(row, { delimiter, newline: '\n' }).data[0] ?? []
    if (isOpen) yield { line: start, raw: row, problem }
    else if (cells.some((cell) => cell.trim())) yield { line: start, raw: cells }
  }
  if (begun.length > 0) yield { line: start, raw: begun.join('\n'), problem }
}

const parquetColumns = new Set(
  'id geometry names categories taxonomy basic_category operating_status websites phones addresses'.split(
    ' ',
  ),
)
/** Maximum number of rows read at once, because a row group of Overture's can contain a hundred thousand. */
const slice = 8192

async function* parquetRows(path: string, progress: Progress): AsyncGenerator<RawRow> {
  const file = await asyncBufferFromFile(path)
  const metadata = await readable(parquetMetadataAsync(file))
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
    const found = await readable(parquetReadObjects(options))
    progress.done = rowEnd
    for (const [index, raw] of found.entries()) yield { line: rowStart + index + 1, raw }
  }
}

/** Replaces the library's messages, because those about bytes and codecs don't help an operator. */
const readable = <T>(reading: Promise<T>): Promise<T> =>
  reading.catch((error: unknown) => {
    throw new Error('The Parquet file is damaged or breaks off.', { cause: error })
  })
