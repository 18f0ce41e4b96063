import type { BackupRules } from '#platform/server/backup-rules.ts'
import { avatarFileNames, photoFileNames } from './names.ts'
import { photoServicesOf, straysOf } from './store.server.ts'

/** Backs up the files of photos and avatars. */
export const backupRules: BackupRules = {
  files: {
    kind: 'photos',
    rows: `
      select name, kind from (
        select name, 'photo' as kind from photos
        union select name, 'avatar' from avatars) shown
       order by name collate "C"`,
    namesOf: ({ name, kind }) =>
      (kind === 'avatar' ? avatarFileNames(String(name)) : photoFileNames(String(name)))
        .toSorted()
        .map((file) => ({ name: file, required: true })),
    typeOf: () => 'image/jpeg',
    strays: (services) => straysOf(photoServicesOf(services)),
    removals: 'stray_photos',
    // The daily sweep removes files without a row.
    scheduleRemoval: () => Promise.resolve(),
  },
}
