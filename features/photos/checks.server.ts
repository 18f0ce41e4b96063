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
    // There is no repair: it would remove the photos of another database that has the same storage.
    async find(services) {
      const found: Violations = { count: 0, examples: [] }
      for await (const names of backupRules.files!.strays(services))
        for (const name of names) note(found, name)
      return found
    },
  },
]
