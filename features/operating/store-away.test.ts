import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { StorageUnavailableError } from '#platform/server/storage/storage.ts'
import { testApp } from '#platform/testing/app.ts'
import { backupFolders, makeLiveSite, run } from './operating.testing.ts'

const app = await testApp()
await makeLiveSite(app)
// Restaurants of the tests have invented places, and adjustments have no history, so both are set right first.
await sql`update items set adjustment = 0`.execute(app.database)
await run(app.services, 'check', '--repair')
// Nothing listens there.
const endpoint = 'http://127.0.0.1:9'
const key = { id: 'x', secret: 'x' }
app.services.settings.s3 = { bucket: 'pictures', prefix: '', endpoint, region: 'us-east-1', key }

const look = async () => {
  const { code, said } = await run(app.services, 'check')
  const found = said.matchAll(/^(\S+) +([a-z-]+-[a-z-]+) /gm)
  return { code, said, found: [...found].map(([, verdict, name]) => `${verdict} ${name}`) }
}

it('F17 check says what it couldn’t look at, and looks at all else', async () => {
  const { code, said, found } = await look()
  expect(code).toBe(3)
  const unseen = ['UNSEEN photo-files', 'UNSEEN photo-strays']
  expect(found.filter((line) => !line.startsWith('ok '))).toEqual(unseen)
  expect(said).toMatch(/couldn’t be looked at: The store of files is away: .*ECONNREFUSED/)
  expect(said).toMatch(/2 of \d+ couldn’t be looked at/)
  expect(said).not.toMatch(/All \d+ hold/)
})

it('what is wrong tells more than what couldn’t be looked at', async () => {
  await sql`insert into pgboss.job (name, state) values ('mail', 'failed')`.execute(app.database)
  const { code, found } = await look()
  expect(code).toBe(1)
  expect(found).toEqual(expect.arrayContaining(['UNSEEN photo-files', 'WRONG jobs-failed']))
})

it('a backup ends with that error', async () => {
  const folder = (await backupFolders())()
  await expect(run(app.services, 'backup', folder)).rejects.toThrow(StorageUnavailableError)
})
