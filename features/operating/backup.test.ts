import { appendFile, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { photoClient } from '#features/photos/photos.testing.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { readManifest, tablePath } from './manifest.ts'
import { backupFolders, makeLiveSite, run } from './operating.testing.ts'

let app: TestApp
let world: Awaited<ReturnType<typeof makeLiveSite>>
const folder = await backupFolders()
beforeAll(async () => {
  app = await testApp()
  world = await makeLiveSite(app)
})

const sums = async (of: string) => {
  const { tables, files } = await readManifest(of)
  return { files, tables: tables.filter(({ name }) => name !== 'audit') }
}

/**
 * Votes, saves and uploads photos without a pause until it is stopped. Returns functions to count the writes and to
 * stop.
 */
function writing() {
  let stopped = false
  let count = 0
  const { members, items, restaurants } = world
  const photos = photoClient(app)
  const done = Promise.all(
    members.map(async (as, who) => {
      for (let n = 0; !stopped; n++) {
        const item = items[(who + n) % items.length]
        await app.post(`/api/items/${item}/${n % 2 ? 'removeUpvote' : 'upvote'}`, {}, { as })
        const { placeId } = restaurants[n % 3]!
        const saved = { placeId, categoryId: 9, itemName: `Drink ${who} ${n}` }
        const { body } = await app.post('/api/yolos', saved, { as })
        if (who === 0 && body.id) await photos.upload(body.id, await makePhoto(), as)
        if (body.id) await app.request('DELETE', `/api/yolos/delete/${body.id}`, { as })
        count++
      }
    }),
  )
  return {
    count: () => count,
    async stop() {
      stopped = true
      await done
    },
  }
}

it(
  'F13 a backup of a site under writes restores to the same rows and photos, by checksum',
  { timeout: 120_000 },
  async () => {
    const writes = writing()
    await expect.poll(writes.count).toBeGreaterThan(10)
    const [first, second] = [folder(), folder()]
    const before = writes.count()
    const made = await run(app.services, 'backup', first)
    expect(made).toEqual({ code: 0, said: expect.stringContaining('Backed up: ') })
    await expect.poll(writes.count).toBeGreaterThan(before)
    await writes.stop()

    const other = await testApp()
    const { code, said } = await run(other.services, 'restore', first)
    expect([code, said]).toEqual([0, expect.stringContaining('Restored: ')])
    expect((await run(other.services, 'backup', second)).code).toBe(0)
    expect(await sums(second)).toEqual(await sums(first))
    expect((await sums(first)).files.count).toBeGreaterThan(20)
    // Positions in lists that browsers kept lead on.
    const key = ({ database }: TestApp) => database.selectFrom('cursor_key').selectAll().execute()
    expect(await key(other)).toEqual(await key(app))
    expect(await violatedInvariants(other.database)).toEqual([])

    // The restored photos are served, and new rows get free ids.
    const names = await other.database.selectFrom('photos').select('name').execute()
    expect(names.length).toBeGreaterThan(2)
    for (const { name } of names)
      expect((await photoClient(other).image(`${name}.jpg`)).status).toBe(200)
    const newcomer = await other.member()
    expect(newcomer.id).toBeGreaterThan(Math.max(...world.members.map(({ id }) => id)))
    const { rows } = await sql`select action from audit where action = 'backup.restore'`.execute(
      other.database,
    )
    expect(rows).toHaveLength(1)
  },
)

it('what opens an account, waits to be sent or tells who was where is in no backup', async () => {
  const at = folder()
  await app.post('/api/login', { email: 'nobody@example.com', password: 'wrong password' })
  await run(app.services, 'backup', at)
  const { tables, leftOut } = await readManifest(at)
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(
    app.database,
  )
  const kept = tables.map(({ name }) => name)
  const ofVersion = ['migrations', 'repeatable_migrations']
  expect([...kept, ...Object.keys(leftOut), ...ofVersion].sort()).toEqual(
    rows.map(({ name }) => name),
  )
  const secret = [
    'sessions',
    'mail_tokens',
    'rate_limits',
    'age_refusals',
    'contest_seeds',
    'push_state',
  ]
  for (const name of secret) expect(kept).not.toContain(name)
  expect((await stat(join(at, tablePath('users')))).mode & 0o077).toBe(0)
})

it(
  'photos that an earlier backup has take no room again, and each backup is whole',
  { tags: 'long' },
  async () => {
    const [first, second] = [folder(), folder()]
    await run(app.services, 'backup', first)
    const { members } = world
    const fresh = await app.item({
      restaurant: world.restaurants[1]!.id,
      category: 5,
      by: members[3]!.id,
    })
    await photoClient(app).upload(fresh.yoloId, await makePhoto({ colour: '#4020c0' }), members[3]!)
    const rotten = (await filesIn(first))[0]!
    await appendFile(rotten, 'rot')
    const { code, said } = await run(app.services, 'backup', '--since', first, second)
    const { count } = (await readManifest(first)).files
    expect([code, said]).toEqual([0, expect.stringContaining(`${count - 1} of the files linked`)])
    expect((await readManifest(second)).files.count).toBe(count + 7)
    await rm(first, { recursive: true })
    const other = await testApp()
    expect((await run(other.services, 'restore', second)).code).toBe(0)
  },
)

it(
  'while a backup runs a replaced photo keeps its files, and no second one begins',
  { tags: 'long' },
  async () => {
    const { upload, files, sweep, yolo } = photoClient(app)
    const member = await app.member()
    const { id } = await yolo(member)
    const replaced = (await upload(id, await makePhoto(), member)).body.image as string
    const running = await app.services.connect()
    await running.query('select pg_advisory_lock(926172)')
    const answer = await upload(id, await makePhoto({ colour: '#111111' }), member)
    expect(answer.status).toBe(200)
    await sweep()
    expect(await files(replaced)).toHaveLength(7)
    expect(await run(app.services, 'backup', folder())).toEqual({
      code: 1,
      said: 'Another backup is under way.',
    })
    await running.end()
    await sweep()
    await expect.poll(() => files(replaced)).toEqual([])
    expect(await files(answer.body.image)).toHaveLength(7)
  },
)

const filesIn = async (of: string) => {
  const found = await readdir(join(of, 'files'), { recursive: true, withFileTypes: true })
  return found
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
}

it('a folder that holds something is refused', async () => {
  const at = folder()
  await mkdir(at)
  await writeFile(join(at, 'mine'), 'x')
  expect(await run(app.services, 'backup', at)).toEqual({
    code: 1,
    said: `${at} isn’t empty: each backup has a folder of its own.`,
  })
  expect(await readdir(at)).toEqual(['mine'])
  expect((await run(app.services, 'backup')).code).toBe(2)
  const nowhere = join(folder(), 'deeper')
  expect((await run(app.services, 'backup', nowhere)).said).toContain('isn’t there')
})

it('a restore of a file, or of no backup, says what it lacks', async () => {
  const at = folder()
  await mkdir(at)
  const file = join(at, 'dump.sql')
  await writeFile(file, 'x')
  for (const one of [file, at])
    expect(await run(app.services, 'restore', one)).toEqual({
      code: 1,
      said: `${one} holds no whole backup: manifest.json, which is written last, isn’t there.`,
    })
})

it(
  'F13 a backup that was cut off or damaged is refused, and the site stays as it was',
  { tags: 'long' },
  async () => {
    const whole = folder()
    await run(app.services, 'backup', whole)
    const other = await testApp()
    const before = folder()
    await run(other.services, 'backup', before)
    const damages: [(at: string) => Promise<unknown>, string][] = [
      [(at) => rm(join(at, 'manifest.json')), 'holds no whole backup'],
      [(at) => writeFile(join(at, 'manifest.json'), '{'), 'can’t be read'],
      [(at) => rm(join(at, tablePath('votes'))), 'votes.copy.gz can’t be read'],
      [(at) => damaged(join(at, tablePath('users'))), 'users.copy.gz'],
      [async (at) => appendFile((await filesIn(at))[3]!, 'x'), 'its checksum is another'],
      [async (at) => rm((await filesIn(at))[3]!), 'is missing in the backup'],
      [(at) => appendFile(join(at, 'files.jsonl'), '\n'), 'files.jsonl'],
      [(at) => changed(at, (one) => (one.migrations[0].checksum = 'x')), 'another version'],
      // This is found only after loading: rows refer to missing ones.
      [(at) => changed(at, dropUsers), 'violates foreign key'],
    ]
    for (const [damage, why] of damages) {
      const at = folder()
      await cp(whole, at, { recursive: true })
      await damage(at)
      const { said } = await run(other.services, 'restore', at).catch((error: Error) => ({
        said: error.message,
      }))
      expect(said).toContain(why)
    }
    const now = folder()
    await run(other.services, 'backup', now)
    expect(await rowsOf(now)).toEqual(await rowsOf(before))
    // The last attempts had already written files. They have no rows, so the sweep removes them.
    const { files, sweep } = photoClient(other)
    expect((await files()).length).toBeGreaterThan(20)
    other.clock.set(new Date(Date.now() + 2 * 24 * 60 * 60 * 1000))
    await sweep()
    expect(await files()).toEqual([])
    other.clock.set(null)
    expect((await run(other.services, 'restore', whole)).code).toBe(0)
    expect((await run(other.services, 'restore', whole)).said).toContain('has members already')
  },
)

const rowsOf = async (of: string) =>
  (await readManifest(of)).tables.filter(({ name }) => name !== 'stray_photos')

it('a backup of an older version is refused while a server runs', async () => {
  const at = folder()
  await run(app.services, 'backup', at)
  await changed(at, (manifest) => manifest.migrations.pop())
  const other = await testApp()
  expect(await run(other.services, 'restore', at)).toEqual({
    code: 1,
    said: 'The backup is of an older version, and a server runs on this database: stop it, restore, and start it again.',
  })
})

async function damaged(path: string) {
  const bytes = await readFile(path)
  bytes[Math.floor(bytes.length / 2)]! ^= 1
  await writeFile(path, bytes)
}

async function changed(at: string, how: (manifest: any) => void) {
  const path = join(at, 'manifest.json')
  const manifest = JSON.parse(await readFile(path, 'utf8'))
  how(manifest)
  await writeFile(path, JSON.stringify(manifest))
}

const dropUsers = (manifest: any) => {
  manifest.tables = manifest.tables.filter(({ name }: { name: string }) => name !== 'users')
}
