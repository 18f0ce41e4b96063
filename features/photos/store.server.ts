import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { transact } from '#platform/server/database/database.ts'
import type { Services, Tx } from '#platform/server/services.ts'
import { openStorage, StorageFullError } from '#platform/server/storage/storage.ts'
import { photoStorageFull } from './contract.ts'
import type { EncodedPicture } from './encode.server.ts'
import { avatarFileNames, photoFileNames } from './names.ts'

export const photoServicesOf = (services: Services) => ({
  ...services,
  storage: openStorage(services.settings, 'photos'),
})
export type PhotoServices = ReturnType<typeof photoServicesOf>

const day = 24 * 60 * 60 * 1000

/** Returns a name that can't be guessed. It begins with the time in seconds, by which the sweep spares new files. */
export function createPictureName(now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return seconds.toString(16).padStart(8, '0') + randomBytes(12).toString('hex')
}

/**
 * Writes a picture's files and then inserts the row that shows them. `insertRow` returns the name that it replaced, whose
 * files are removed. If the process dies in between, the sweep removes the files without a row.
 */
export async function storePicture(
  tools: PhotoServices,
  name: string,
  { files }: EncodedPicture,
  insertRow: (tx: Tx) => Promise<string | null>,
): Promise<void> {
  try {
    await tools.storage.write(files)
  } catch (error) {
    await removePicture(tools, name)
    throw error instanceof StorageFullError ? photoStorageFull() : error
  }
  let replaced: string | null
  try {
    replaced = await transact(tools.database, insertRow)
  } catch (error) {
    await removePicture(tools, name)
    throw error
  }
  if (replaced) await removePicture(tools, replaced)
}

/** Removes the files of a picture that no row shows. If that fails, the sweep does it. */
export async function removePicture({ storage, log }: PhotoServices, name: string): Promise<void> {
  await storage
    .remove([...photoFileNames(name), ...avatarFileNames(name)])
    .catch((error: Error) => {
      log.warn({ err: error.message }, 'the files of a photo wait for the sweep')
    })
}

/** Yields, in batches, the names of stored pictures that no row shows. */
export async function* straysOf({ database, storage }: PhotoServices): AsyncGenerator<string[]> {
  for await (const files of storage.list()) {
    const names = [...new Set(files.map((file) => file.slice(0, 32)))]
    const { rows } = await sql<{ name: string }>`
      select name from unnest(${names}::text[]) as stored (name)
      except select name from photos where name = any (${names}::text[])
      except select avatar from users where avatar = any (${names}::text[])`.execute(database)
    yield rows.map(({ name }) => name)
  }
}

/** Removes files without a row that are older than a day (docs/safety.md, F5). */
export async function sweepPictures(tools: PhotoServices): Promise<void> {
  const before = createPictureName(new Date(tools.clock.now().getTime() - day)).slice(0, 8)
  for await (const names of straysOf(tools))
    for (const name of names) if (name.slice(0, 8) < before) await removePicture(tools, name)
}
