import { type PassThrough, Readable } from 'node:stream'
import { avatarFileName, photoFileName } from '#features/photos/names.ts'
import { csvOf } from '#platform/text/csv.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { type Storage, StorageUnavailableError } from '#platform/server/storage/storage.ts'
import { ownDataQueries, type OwnRow } from './tables.server.ts'
import { ZipFile as Zip } from 'yazl'

/** A picture's path in the archive (`file`) and in the storage (`kept`). */
type Picture = { file: string; kept: string }
type Table = { rows: OwnRow[]; pictures: Picture[] }
export type Tables = { names: string[]; read(name: string): Promise<Table> }

const yoloPhoto = (name: string) => photoFileName(name, 1280)

const picturesOf: Record<string, (row: OwnRow, name: string) => Picture> = {
  account: (_row, name) => ({ file: 'me.jpg', kept: avatarFileName(name, 320) }),
  yolos: ({ id }, name) => ({ file: `photos/${id}.jpg`, kept: yoloPhoto(name) }),
}

/** Returns the member's tables. A row's `picture` becomes its path in the archive. */
export const tablesOf = (database: Database, me: number): Tables => ({
  names: Object.keys(ownDataQueries),
  async read(name) {
    const { rows } = await ownDataQueries[name]!(me).execute(database)
    const pictures: Picture[] = []
    for (const row of rows) {
      if (!row.picture) continue
      const picture = picturesOf[name]!(row, row.picture)
      pictures.push(picture)
      row.picture = picture.file
    }
    return { rows, pictures }
  },
})

export async function listPictures({ read }: Tables): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const name of Object.keys(picturesOf)) pictures.push(...(await read(name)).pictures)
  return pictures
}

/**
 * Yields the archive's files. Pictures and tables are read one at a time, when the zip is written that far, so that an
 * archive that isn't read holds one of them (docs/safety.md, S31). A table is therefore read twice, for JSON and for
 * CSV, and may have changed in between. One transaction for all would hold a connection for as long as the client
 * reads. Pictures that a table names but that aren't in the archive are listed in `missing-files`.
 */
export async function* filesOfArchive(
  { names, read }: Tables,
  pictures: Picture[],
  storage: Pick<Storage, 'read'>,
  log: Services['log'],
): AsyncGenerator<ZipFile, void> {
  const present = new Set<string>()
  for (const { file, kept } of pictures) {
    const content = await storage.read(kept).catch((error: Error) => {
      log.warn({ err: error.message }, 'a picture could not be read for its owner’s archive')
      // It isn't lost. Better no archive now than one that says so.
      if (error instanceof StorageUnavailableError) throw error
      return null
    })
    if (!content) continue
    present.add(file)
    yield { name: file, content, stored: true }
  }
  const missing = new Set<string>()
  const missingFiles = () => [...missing].map((file) => ({ file }))
  async function* tables(): AsyncGenerator<[string, object[]]> {
    for (const name of names) {
      const table = await read(name)
      for (const { file } of table.pictures) if (!present.has(file)) missing.add(file)
      yield [name, table.rows]
    }
    yield ['missing-files', missingFiles()]
  }
  yield { name: 'my-data.json', content: json(tables()) }
  for (const name of names)
    yield {
      name: `${name}.csv`,
      content: csv(async () => (await read(name)).rows),
    }
  yield { name: 'missing-files.csv', content: csv(async () => missingFiles()) }
}

async function* json(tables: AsyncIterable<[string, object[]]>): AsyncGenerator<string> {
  let before = '{'
  for await (const [name, rows] of tables) {
    yield `${before}\n  ${JSON.stringify(name)}: [`
    for (const [n, row] of rows.entries()) yield `${n ? ',' : ''}\n    ${JSON.stringify(row)}`
    yield rows.length > 0 ? '\n  ]' : ']'
    before = ','
  }
  yield '\n}\n'
}

async function* csv(read: () => Promise<object[]>): AsyncGenerator<string> {
  const rows = await read()
  yield csvOf([Object.keys(rows[0] ?? {})])
  for (const row of rows) yield csvOf([Object.values(row) as unknown[]])
}

export type ZipFile = {
  name: string
  content: AsyncIterable<string> | Buffer
  /** True to store the content uncompressed, because photos are compressed already. */
  stored?: boolean
}

/** Yields a zip archive in parts. The next file is read only when the reader has taken the one before it. */
export async function* zipStream(
  files: AsyncIterable<ZipFile>,
  at: Date,
): AsyncGenerator<Buffer, void> {
  const zip = new Zip()
  const output = zip.outputStream as PassThrough
  // `yield*` throws it.
  output.on('error', () => {})
  for await (const { name, content, stored } of files) {
    const options = { mtime: at, compress: !stored }
    if (Buffer.isBuffer(content)) zip.addBuffer(content, name, options)
    else {
      const texts = Readable.from(content, { objectMode: false })
      texts.once('error', (error) => output.destroy(error))
      zip.addReadStream(texts, name, options)
    }
    for (let part; (part = output.read() as Buffer | null);) yield part
  }
  zip.end()
  yield* output
}
