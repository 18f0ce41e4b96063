import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { photoClient } from '#features/photos/photos.testing.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { manifestName, readManifest } from './manifest.ts'
import { backupFolders, run } from './operating.testing.ts'

const folder = await backupFolders()

/** What an operator, or another program, may have put into the same schema. */
const notes = [
  "create type note_kind as enum ('open', 'done')",
  'create table notes (id serial primary key, kind note_kind, text text, over integer references notes)',
  `insert into notes (kind, text) values ('open', 'call the baker')`,
  `create function notes_stamp() returns trigger language plpgsql as 'begin return new; end'`,
  'create trigger notes_stamped before insert on notes for each row execute function notes_stamp()',
  'alter table notes disable trigger notes_stamped',
]

async function query(app: TestApp, ...statements: string[]) {
  const client = await app.services.connect()
  try {
    let rows: unknown[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

it('tables that Yolo didn’t make are in no backup, stay where one is restored, and are told', async () => {
  const app = await testApp()
  const member = await app.member()
  await query(app, ...notes)
  const at = folder()
  const made = await run(app.services, 'backup', at)
  expect(made).toEqual({
    code: 0,
    said: expect.stringContaining('Left out, for Yolo didn’t make it: notes.'),
  })
  const { tables, sequences } = await readManifest(at)
  expect([...tables, ...sequences].filter(({ name }) => name.startsWith('notes'))).toEqual([])

  // Backups of earlier versions have them.
  const manifest = JSON.parse(await readFile(join(at, manifestName), 'utf8'))
  const earlier = {
    ...manifest,
    tables: [{ name: 'notes', columns: ['id'], rows: 1, sha256: '' }, ...tables],
    sequences: [{ name: 'notes_id_seq', value: '70', called: true }, ...sequences],
  }
  await writeFile(join(at, manifestName), JSON.stringify(earlier))
  const bare = await testApp()
  const { code, said } = await run(bare.services, 'restore', at)
  expect([code, said]).toEqual([0, expect.stringContaining('didn’t make it: notes.')])

  const shared = await testApp()
  await query(shared, ...notes)
  expect((await run(shared.services, 'restore', at)).code).toBe(0)
  expect(
    await query(
      shared,
      `select text, last_value::integer as last, tgenabled as trigger
         from notes, notes_id_seq, pg_trigger where tgname = 'notes_stamped'`,
    ),
  ).toEqual([{ text: 'call the baker', last: 1, trigger: 'D' }])
  const { rows } = await sql`select 1 from users where id = ${member.id}`.execute(shared.database)
  expect(rows).toHaveLength(1)
})

it('a restore is refused while something that Yolo didn’t make hangs on its tables', async () => {
  const app = await testApp()
  const at = folder()
  await run(app.services, 'backup', at)
  await query(app, 'create view newest_members as select * from users')
  expect(await run(app.services, 'restore', at)).toEqual({
    code: 1,
    said: expect.stringMatching(
      /isn’t Yolo’s hangs on .*:\nview newest_members depends on table users$/s,
    ),
  })
  expect(await query(app, 'select * from newest_members')).toEqual([])
})

it('a restore is refused where the storage has another database’s photos', async () => {
  const app = await testApp()
  const { upload, files, yolo } = photoClient(app)
  const [ann, ben] = [await app.member(), await app.member()]
  const photoOf = async (by: typeof ann) =>
    (await upload((await yolo(by)).id, await makePhoto(), by)).body.image as string
  await photoOf(ann)
  // It waits for the sweep, since the yolo is deleted without its photo.
  const removed = await photoOf(ben)
  await app.database.deleteFrom('yolos').where('user_id', '=', ben.id).execute()
  const at = folder()
  expect((await run(app.services, 'backup', at)).code).toBe(0)

  const other = await testApp()
  const { stateDir } = app.services.settings
  const sharing = { ...other.services, settings: { ...other.services.settings, stateDir } }
  const later = await photoOf(ben)
  expect(await run(sharing, 'restore', at)).toEqual({
    code: 1,
    said: expect.stringContaining(
      `neither this site nor the backup knows, ${later.slice(0, 32)} for one`,
    ),
  })
  expect(await query(other, 'select * from stray_photos')).toEqual([])
  expect([(await files(removed)).length, (await files(later)).length]).toEqual([7, 7])

  // What the backup has itself may be there, as where a whole site moves to another database.
  const whole = folder()
  await run(app.services, 'backup', whole)
  expect(await run(sharing, 'restore', whole)).toEqual({
    code: 0,
    said: expect.stringContaining('Restored: '),
  })
})
