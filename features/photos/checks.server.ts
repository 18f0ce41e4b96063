import { sql } from 'kysely'
import type { Checks, Violations } from '#platform/server/check.ts'
import type { Services } from '#platform/server/services.ts'
import { openStorage } from '#platform/server/storage/storage.ts'
import { backupRules } from './backup-rules.server.ts'

const some = 5
const storageOf = ({ settings }: Services) => openStorage(settings, 'photos')

async function missing(services: Services): Promise<Violations> {
  const storage = storageOf(services)
  const { rows, namesOf } = backupRules.files!
  const found: Violations = { count: 0, examples: [] }
  const client = await services.connect()
  try {
    await client.query(`begin read only; declare shown no scroll cursor for ${rows}`)
    for (;;) {
      const batch = await client.query('fetch 20 from shown')
      if (batch.rows.length === 0) return found
      for (const row of batch.rows) {
        const needed = namesOf(row).filter(({ required }) => required)
        const there = await Promise.all(needed.map(({ name }) => storage.has(name)))
        // The photo may have been replaced or deleted since the cursor was opened; then it needs no files.
        if (there.includes(false) && (await stillShown(services, row.name)))
          note(found, String(row.name))
      }
    }
  } finally {
    await client.end()
  }
}

function note(found: Violations, name: string) {
  found.count++
  if (found.examples.length < some) found.examples.push(name)
}

async function stillShown({ database }: Services, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from photos where name = ${name} union all select from avatars where name = ${name}`.execute(
    database,
  )
  return rows.length > 0
}

/**
 * Yields the names of files that no row refers to. Uploads in progress aren't among them, because their name is in
 * `stray_photos` before their first file is written.
 */
async function* strays(services: Services) {
  for await (const files of storageOf(services).list()) {
    const names = [...new Set(files.map((file) => file.slice(0, 32)))]
    const { rows } = await sql<{ name: string }>`
      select name from unnest(${names}::text[]) as there (name)
      except select name from photos where name = any (${names}::text[])
      except select name from avatars where name = any (${names}::text[])
      except select name from stray_photos where name = any (${names}::text[])
      except select photo ->> 'name' from deleted_yolos where photo is not null
      except select photo from merge_parts where photo = any (${names}::text[])`.execute(
      services.database,
    )
    yield rows.map(({ name }) => name)
  }
}

export const checks: Checks = [
  {
    name: 'photo-item',
    description: 'a photo is of its favourite’s item',
    violations: sql`
      select p.yolo_id as id from photos p left join yolos y on y.id = p.yolo_id
       where y.item_id is distinct from p.item_id`,
  },
  {
    name: 'photo-files',
    description: 'every photo and avatar that is shown has its files',
    find: missing,
  },
  {
    name: 'photo-strays',
    description: 'no file lies in the storage that no row knows of',
    async find(services) {
      const found: Violations = { count: 0, examples: [] }
      for await (const names of strays(services)) for (const name of names) note(found, name)
      return found
    },
    async repair(services) {
      const due = services.clock.now()
      for await (const names of strays(services))
        if (names.length > 0)
          await backupRules.files!.scheduleRemoval(services.database, names, due)
    },
  },
]
