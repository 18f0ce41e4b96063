import {
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet'
import { compressors } from 'hyparquet-compressors'

const wanted = new Set(
  'id geometry bbox names categories taxonomy basic_category operating_status websites phones addresses sources'.split(
    ' ',
  ),
)
/** Rows read at once: a row group of Overture's can hold a hundred thousand. */
const slice = 8192

/** The library's words would name bytes and codecs. */
const damaged = 'The Parquet file is damaged or breaks off.'
const readable = <T>(reading: Promise<T>): Promise<T> =>
  reading.catch((error: unknown) => {
    throw new Error(damaged, { cause: error })
  })

export async function* parquetRows(path: string, progress: { done: number; total: number }) {
  const file = await asyncBufferFromFile(path)
  const metadata = await readable(parquetMetadataAsync(file))
  const columns = parquetSchema(metadata)
    .children.map(({ element }) => element.name)
    .filter((name) => wanted.has(name))
  if (!columns.includes('names')) throw new Error('This Parquet file has no places in it.')
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
