import { avatarFileOf, fileOf } from '#features/photos/names.ts'
import type { Database, Services } from '#platform/server/services.ts'
import type { Storage } from '#platform/server/storage/storage.ts'
import { csv } from './csv.server.ts'
import { ownTables } from './tables.server.ts'
import type { ZipFile } from './zip.server.ts'

export type Archive = { tables: Record<string, object[]>; pictures: Picture[] }

type Picture = { file: string; kept: string }

/** All but the pictures' bytes; the rows say where in the archive each picture is. */
export async function gathered(database: Database, me: number): Promise<Archive> {
  const asked = ownTables(database, me)
  const tables = Object.fromEntries(
    await Promise.all(
      Object.entries(asked).map(async ([name, rows]) => [name, await rows] as const),
    ),
  ) as { [T in keyof typeof asked]: Awaited<(typeof asked)[T]> }
  const pictures: Picture[] = []
  const place = (picture: string | null, file: string, keptAs: (name: string) => string) => {
    if (!picture) return null
    pictures.push({ file, kept: keptAs(picture) })
    return file
  }
  return {
    pictures,
    tables: {
      ...tables,
      account: tables.account.map((row) => ({
        ...row,
        picture: place(row.picture, 'me.jpg', (name) => avatarFileOf(name, 320, 'jpg')),
      })),
      merged: tables.merged.map((row) => ({
        ...row,
        picture: place(row.picture, `photos/merged-${row.id}.jpg`, (name) =>
          fileOf(name, 1280, 'jpg'),
        ),
      })),
      yolos: tables.yolos.map((row) => ({
        ...row,
        picture: place(row.picture, `photos/${row.id}.jpg`, (name) => fileOf(name, 1280, 'jpg')),
      })),
    },
  }
}

/** The archive's files, each read when its turn comes. A picture that can't be had is named, and no reason to stop. */
export async function* filesOf(
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
  yield { name: 'my-data.json', content: JSON.stringify(all, null, 2) }
  for (const [name, rows] of Object.entries(all)) yield { name: `${name}.csv`, content: csv(rows) }
}
