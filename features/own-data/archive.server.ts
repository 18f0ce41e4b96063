import { Readable } from 'node:stream'
import { avatarFileName, photoFileName } from '#features/photos/names.ts'
import { csvOf } from '#platform/text/csv.ts'
import type { Database, Services } from '#platform/server/services.ts'
import type { Storage } from '#platform/server/storage/storage.ts'
import { ownDataQueries, type OwnRow } from './tables.server.ts'
import { joinIntoPieces } from '#platform/server/text-pieces.ts'
import { ZipFile as Zip } from 'yazl'

/** A picture's path in the archive (`file`) and in the storage (`kept`). */
type Picture = { file: string; kept: string }
export type Archive = { tables: Record<string, OwnRow[]>; pictures: Picture[] }

const yoloPhoto = (name: string) => photoFileName(name, 1280, 'jpg')

const picturesOf: Record<string, (row: OwnRow, name: string) => Picture> = {
  account: (_row, name) => ({ file: 'me.jpg', kept: avatarFileName(name, 320, 'jpg') }),
  merged: ({ id }, name) => ({ file: `photos/merged-${id}.jpg`, kept: yoloPhoto(name) }),
  yolos: ({ id }, name) => ({ file: `photos/${id}.jpg`, kept: yoloPhoto(name) }),
}

/** Loads everything except the pictures' content. A row's `picture` becomes its path in the archive. */
export async function collectData(database: Database, me: number): Promise<Archive> {
  const read = Object.entries(ownDataQueries).map(
    async ([name, query]) => [name, (await query(me).execute(database)).rows] as const,
  )
  const tables = Object.fromEntries(await Promise.all(read))
  const pictures: Picture[] = []
  for (const [name, pictureOf] of Object.entries(picturesOf))
    for (const row of tables[name]!) {
      if (!row.picture) continue
      const picture = pictureOf(row, row.picture)
      pictures.push(picture)
      row.picture = picture.file
    }
  return { tables, pictures }
}

/** Yields the archive's files, reading one at a time. Pictures that can't be read are listed in `missing-files`. */
export async function* filesOfArchive(
  { tables, pictures }: Archive,
  storage: Pick<Storage, 'read'>,
  log: Services['log'],
): AsyncGenerator<ZipFile, void> {
  const missing: { file: string }[] = []
  for (const { file, kept } of pictures) {
    const content = await storage.read(kept).catch((error: Error) => {
      log.warn({ err: error.message }, 'a picture could not be read for its owner’s archive')
      return null
    })
    if (content) yield { name: file, content, stored: true }
    else missing.push({ file })
  }
  const all = { ...tables, 'missing-files': missing }
  yield { name: 'my-data.json', content: joinIntoPieces(json(all)) }
  for (const [name, rows] of Object.entries(all))
    yield { name: `${name}.csv`, content: joinIntoPieces(csv(rows)) }
}

function* json(tables: Record<string, object[]>): Generator<string> {
  let before = '{'
  for (const [name, rows] of Object.entries(tables)) {
    yield `${before}\n  ${JSON.stringify(name)}: [`
    for (const [n, row] of rows.entries()) yield `${n ? ',' : ''}\n    ${JSON.stringify(row)}`
    yield rows.length > 0 ? '\n  ]' : ']'
    before = ','
  }
  yield '\n}\n'
}

function* csv(rows: object[]): Generator<string> {
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
  const output = zip.outputStream as NodeJS.ReadableStream & AsyncIterable<Buffer>
  for await (const { name, content, stored } of files) {
    const options = { mtime: at, compress: !stored }
    if (Buffer.isBuffer(content)) zip.addBuffer(content, name, options)
    else zip.addReadStream(Readable.from(content), name, options)
    for (let part; (part = output.read() as Buffer | null);) yield part
  }
  zip.end()
  yield* output
}
