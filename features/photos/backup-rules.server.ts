import { sql } from 'kysely'
import type { BackupRules } from '#platform/server/backup-rules.ts'
import { openStorage } from '#platform/server/storage/storage.ts'
import { avatarFileNames, allPhotoFileNames, photoFileNames, mediaTypeOf } from './names.ts'

/** Backs up photos and avatars, including photos that come back if a deletion or merging is undone. */
export const backupRules: BackupRules = {
  files: {
    kind: 'photos',
    rows: `
      select name, kind from (
        select name, 'photo' as kind from photos
        union select name, 'avatar' from avatars
        union select photo ->> 'name', 'waiting' from deleted_yolos where photo is not null) shown
       where name is not null order by name collate "C"`,
    namesOf({ name, kind }) {
      const base = name as string
      const required = new Set(neededFiles(base, kind))
      return allPhotoFileNames(base)
        .sort()
        .map((file) => ({ name: file, required: required.has(file) }))
    },
    typeOf: (name) => mediaTypeOf(name.endsWith('.webp') ? 'webp' : 'jpg'),
    // Uploads in progress aren't among them, because their name is in `stray_photos` before their first file is written.
    async *strays({ settings, database }) {
      for await (const files of openStorage(settings, 'photos').list()) {
        const names = [...new Set(files.map((file) => file.slice(0, 32)))]
        const { rows } = await sql<{ name: string }>`
          select name from unnest(${names}::text[]) as there (name)
          except select name from photos where name = any (${names}::text[])
          except select name from avatars where name = any (${names}::text[])
          except select name from stray_photos where name = any (${names}::text[])
          except select photo ->> 'name' from deleted_yolos where photo is not null`.execute(
          database,
        )
        yield rows.map(({ name }) => name)
      }
    },
    removals: 'stray_photos',
    async scheduleRemoval(database, files, due) {
      const names = [...new Set(files.map((file) => file.slice(0, 32)))]
      await database
        .insertInto('stray_photos')
        .values(names.map((name) => ({ name, due })))
        .onConflict((same) => same.column('name').doUpdateSet({ due }))
        .execute()
    },
  },
}

function neededFiles(name: string, kind: unknown): string[] {
  if (kind === 'photo') return photoFileNames(name)
  return kind === 'avatar' ? avatarFileNames(name) : []
}
