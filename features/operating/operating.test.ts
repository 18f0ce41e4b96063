import { createHash } from 'node:crypto'
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { features } from '#app/features.ts'
import { collectFeatureRules } from '#platform/server/feature.ts'
import { onFileEnd } from '#platform/testing/afterwards.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { run as runCommand } from './operating.testing.ts'

const root = await mkdtemp(join(tmpdir(), 'yolo-backup-'))
onFileEnd(() => rm(root, { recursive: true, force: true }))
const app = await testApp()
const rules = collectFeatureRules(features)

const run = async ({ services }: TestApp, name: string, ...args: string[]) => {
  const { code, said } = await runCommand(services, name, ...args)
  return { code, text: said }
}

/** Returns a checksum of the rows of each table that is backed up. */
async function checksums({ database }: TestApp) {
  const leftOut = rules.backupRules.flatMap((rule) => Object.keys(rule.leftOut))
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname not in ('migrations', 'audit') and relname <> all (${leftOut}::text[])`.execute(
    database,
  )
  const sums: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ sum: string }>`
      select md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) as sum from ${sql.table(name)} t`.execute(
      database,
    )
    sums[name] = rows[0]!.sum
  }
  return sums
}

const dish = `Tab\tline\nback\\slash \\N é 🍔`

async function makeSite(app: TestApp) {
  const [ann, ben] = [await app.member(), await app.member()]
  const { id: restaurant } = await app.restaurant()
  const item = await app.item({ restaurant, category: 3, by: ann.id, name: dish, tags: [35, 36] })
  await app.post(`/api/items/${item.id}/upvote`, {}, { as: ben })
  await app.post('/api/follow/follow-user', { userId: ben.id }, { as: ann })
  const body = new FormData()
  body.set('file', new Blob([await makePhoto()]), 'photo.jpg')
  const path = `/api/yolo-image/${item.yoloId}/image/upload`
  const { body: photo } = await app.request('POST', path, { as: ann, body })
  return { item, image: photo.image as string }
}

it('F13 a backup restored elsewhere has the same rows and photos', async () => {
  const { image } = await makeSite(app)
  const folder = join(root, 'whole')
  expect(await run(app, 'backup', folder)).toMatchObject({ code: 0 })
  expect(await run(app, 'backup', folder)).toMatchObject({
    code: 1,
    text: `${folder} isn’t empty.`,
  })
  const other = await testApp()
  const restored = await run(other, 'restore', folder)
  expect(restored).toMatchObject({
    code: 0,
    text: expect.stringMatching(/^\d+ rows and \d+ photo files$/),
  })
  expect(await checksums(other)).toEqual(await checksums(app))
  expect((await other.get(`/api/yolo-image/${image}`)).status).toBe(200)
  // New rows get new ids, and a site with members takes no backup.
  const { id } = await other.member()
  expect(id).toBeGreaterThan(1001)
  expect(await run(other, 'restore', folder)).toMatchObject({ code: 1 })
  expect(await run(other, 'restore', join(root, 'none'))).toMatchObject({ code: 1 })
})

it('a backup of 1.0 is restored by this version', async () => {
  const backup = join(import.meta.dirname, 'backup-1.0')
  // While 1.0 isn't tagged, a changed migration needs a new one.
  if (process.env.WRITE_BACKUP) {
    const site = await testApp()
    await makeSite(site)
    await rm(backup, { recursive: true, force: true })
    await run(site, 'backup', backup)
  }
  const site = await testApp()
  const { code, text } = await run(site, 'restore', backup)
  expect({ code, text }).toMatchObject({ code: 0 })
  const again = join(root, 'again')
  await run(site, 'backup', again)
  const [before, after] = await Promise.all([backup, again].map(contentsOf))
  expect(before!.photos).toHaveLength(3)
  expect(after!.photos).toEqual(before!.photos)
  // The restore itself is in the audit.
  expect(after!.rows).toMatchObject({ ...before!.rows, audit: before!.rows.audit! + 1 })
  const { body } = await site.get('/api/items/1')
  expect(body).toMatchObject({ name: dish, upvoteCount: 1 })
  expect((await run(site, 'check')).text).not.toContain('WRONG')
})

/** Returns the number of rows in each table of a backup, and the names and checksums of its photos. */
async function contentsOf(folder: string) {
  const { tables } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
    tables: { name: string; rows: number }[]
  }
  const names = (await Array.fromAsync(glob('photos/*/*', { cwd: folder }))).sort()
  const read = async (name: string) =>
    `${name} ${createHash('sha256')
      .update(await readFile(join(folder, name)))
      .digest('hex')}`
  const rows = Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))
  return { rows, photos: await Promise.all(names.map(read)) }
}

it('check finds a wrong count, and repairs it', async () => {
  const { item } = await makeSite(app)
  await sql`update items set adjustment = 0`.execute(app.database)
  await run(app, 'check', '--repair')
  expect(await run(app, 'check')).toMatchObject({ code: 0 })
  await sql`update items set vote_count = 7 where id = ${item.id}`.execute(app.database)
  const found = await run(app, 'check')
  expect(found.code).toBe(1)
  expect(found.text).toContain(`WRONG for 1: ${item.id}`)
  expect(await run(app, 'check', '--repair')).toMatchObject({ code: 0 })
  const { body } = await app.get(`/api/items/${item.id}`)
  expect(body.upvoteCount).toBe(1)
})

it('jobs lists what waits or has failed, and tries it again', async () => {
  await sql`insert into pgboss.job (name, state, output) values ('mail', 'failed', '{"message": "No answer."}')`.execute(
    app.database,
  )
  expect((await run(app, 'jobs')).text).toMatch(/mail failed · tried 0 times · No answer\./)
  expect((await run(app, 'jobs', '--retry')).text).toMatch(/mail (retry|active)/)
})
