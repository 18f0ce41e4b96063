import type { BackupRules } from '#platform/server/backup-rules.ts'
import { avatarFileNames, allPhotoFileNames, photoFileNames, mediaTypeOf } from './names.ts'

/** Backs up photos and avatars, including photos that come back if a deletion or merging is undone. */
export const backupRules: BackupRules = {
  files: {
    kind: 'photos',
    rows: `
      select name, kind from (
        select name, 'photo' as kind from photos
        union select name, 'avatar' from avatars
        union select photo ->> 'name', 'waiting' from deleted_yolos where photo is not null
        union select photo, 'waiting' from merge_parts where photo is not null) shown
       where name is not null order by name collate "C"`,
    namesOf({ name, kind }) {
      const base = name as string
      const required = new Set(neededFiles(base, kind))
      return allPhotoFileNames(base)
        .sort()
        .map((file) => ({ name: file, required: required.has(file) }))
    },
    typeOf: (name) => mediaTypeOf(name.endsWith('.webp') ? 'webp' : 'jpg'),
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
