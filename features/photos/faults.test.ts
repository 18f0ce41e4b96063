import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import S3rver from 's3rver'
import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { startSite } from '#platform/testing/process.ts'
import { photoClient } from './photos.testing.ts'
import { until } from '#platform/testing/until.ts'

const hours = (count: number) => new Date(Date.now() + count * 60 * 60 * 1000)

test(
  'F4 a full disk: 507, no row, no half file, and the site goes on',
  { timeout: 120_000 },
  async () => {
    const app = await testApp()
    const { stateDir } = app.services.settings
    const env = { STATE_DIR: stateDir, DATABASE_URL: app.databaseUrl }
    // The kernel refuses to let a file grow beyond 200 or 400 kB, depending on the shell's unit, in the middle of a
    // write.
    const site = await startSite(env, { largestFile: 400 })
    const { upload, files, yolo } = photoClient({ ...app, ...site })
    const member = await app.member()
    const { id } = await yolo(member)
    const fits = await upload(id, await makePhoto(), member)
    expect(fits.status).toBe(200)
    const kept = await files()
    const noise = await makePhoto({ width: 2000, height: 1500, noise: true })
    const answer = await upload(id, noise, member)
    expect([answer.status, answer.body.error]).toEqual([507, 'no_room'])
    const form = new FormData()
    form.set('file', new Blob([noise]), 'me.jpg')
    const avatar = await site.request('POST', '/api/user/avatar/upload', { as: member, body: form })
    expect([avatar.status, avatar.body.error]).toEqual([507, 'no_room'])
    expect((await files()).sort()).toEqual(kept.sort())
    const names = await app.database.selectFrom('photos').select('name').execute()
    expect(names.map(({ name }) => `${name}.jpg`)).toEqual([fits.body.image])
    for (const table of ['stray_photos', 'avatars'] as const)
      expect(await app.database.selectFrom(table).selectAll().execute()).toEqual([])
    expect((await upload(id, await makePhoto(), member)).status).toBe(200)
    await site.end('SIGKILL')
  },
)

test(
  'F5 killed while it takes photos: after the sweep there is what was acknowledged, and no more',
  { tags: 'long', timeout: 120_000 },
  async () => {
    const app = await testApp()
    const { files, yolo, sweep, image } = photoClient(app)
    const members = await Promise.all([1, 2, 3, 4].map(() => app.member()))
    const yolos = await Promise.all(members.map((member) => yolo(member)))
    const { stateDir } = app.services.settings
    const acknowledged: number[] = []
    for (const pause of [0, 100, 300]) {
      const site = await startSite({ STATE_DIR: stateDir, DATABASE_URL: app.databaseUrl })
      const { upload } = photoClient({ ...app, ...site })
      let killed = false
      const writing = yolos.map(async ({ id }, at) => {
        while (!killed) {
          const sent = await makePhoto({ width: 900, height: 700, noise: true })
          const answer = await upload(id, sent, members[at]!).catch(() => null)
          if (answer?.status === 200) acknowledged.push(id)
        }
      })
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before)
      await wait(pause)
      const end = site.end('SIGKILL')
      killed = true
      await end
      await Promise.all(writing)
    }
    app.clock.set(hours(2))
    await sweep()
    app.clock.set(null)
    const rows = await app.database.selectFrom('photos').select(['yolo_id', 'name']).execute()
    expect((await files()).length).toBe(rows.length * 7)
    for (const { name } of rows) expect((await image(`${name}.jpg`)).status).toBe(200)
    for (const id of acknowledged) expect(rows.map(({ yolo_id }) => yolo_id)).toContain(id)
    expect(await app.database.selectFrom('stray_photos').selectAll().execute()).toEqual([])
  },
)

test('F5 a connection that drops in the middle leaves nothing', async () => {
  const app = await testApp()
  const { files, upload, yolo } = photoClient(app)
  const [member, other] = [await app.member(), await app.member()]
  const { id } = await yolo(member)
  const whole = await yolo(other)
  const { hostname, port } = new URL(app.origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  const head =
    `POST /api/yolo-image/${id}/image/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${member.token}\r\n` +
    'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 500000\r\n\r\n' +
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
  const photo = await makePhoto({ width: 600, height: 400, noise: true })
  await new Promise((resolve) => socket.write(Buffer.concat([Buffer.from(head), photo]), resolve))
  // A later upload is answered, so the server has begun to read the first one. After the first connection broke,
  // another upload shows that the server has noticed this too.
  expect((await upload(whole.id, photo, other)).status).toBe(200)
  socket.destroy()
  const { body } = await upload(whole.id, photo, other)
  expect(await files()).toEqual(await files(body.image))
  expect(await app.database.selectFrom('stray_photos').selectAll().execute()).toEqual([])
  const rows = await app.database.selectFrom('photos').select('yolo_id').execute()
  expect(rows).toEqual([{ yolo_id: whole.id }])
})

test('an upload that a sweep overtook is refused, not kept without its files', async () => {
  const app = await testApp()
  const { upload, files, yolo, sweep } = photoClient(app)
  const member = await app.member()
  const { id } = await yolo(member)
  // Simulates an upload that takes longer than the sweep waits: it can't insert its row until the lock on the yolo is
  // released.
  const { answer } = await app.database.transaction().execute(async (tx) => {
    await tx.selectFrom('yolos').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    const sent = upload(id, await makePhoto(), member)
    await until(
      () =>
        app.database
          .updateTable('stray_photos')
          .set({ due: new Date(0) })
          .returning('name')
          .executeTakeFirst(),
      'Nothing was written.',
    )
    await sweep()
    return { answer: sent }
  })
  expect((await answer).status).toBe(503)
  await sweep()
  expect(await app.database.selectFrom('photos').selectAll().execute()).toEqual([])
  expect((await files()).filter((path) => !path.endsWith('.part'))).toEqual([])
})

test('S10 thirty photos in half an hour', async () => {
  const app = await testApp({ rateLimits: true })
  const { upload, yolo } = photoClient(app)
  const member = await app.member()
  const { id } = await yolo(member)
  for (let nth = 0; nth < 30; nth++)
    expect((await upload(id, Buffer.from('no photo'), member)).status).toBe(415)
  const over = await upload(id, await makePhoto(), member)
  expect(over.status).toBe(429)
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
  const other = await app.member()
  expect((await upload((await yolo(other)).id, await makePhoto(), other)).status).toBe(200)
})

test('S10 three hundred photos in half an hour from one address, of any number of members', async () => {
  const app = await testApp({ rateLimits: true })
  const { upload } = photoClient(app)
  const members = await Promise.all(Array.from({ length: 11 }, () => app.member()))
  // Ten at once are a member's own bound; what goes beyond is refused, and counts for nothing.
  const ten = (as: Person) =>
    Promise.all(Array.from({ length: 10 }, () => upload(1, Buffer.alloc(0), as)))
  const count = async (as: Person) => {
    const answers = [...(await ten(as)), ...(await ten(as)), ...(await ten(as))]
    return answers.filter(({ status }) => status !== 429).length
  }
  for (const member of members.slice(0, 10)) expect(await count(member)).toBe(30)
  expect(await count(members[10]!)).toBe(0)
})

test('photos lie in a bucket where one is set', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'yolo-s3-'))
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'pictures' }],
  })
  const { port } = await store.run()
  const s3 = {
    bucket: 'pictures',
    prefix: '',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    key: { id: 'S3RVER', secret: 'S3RVER' },
  }
  const app = await testApp({ settings: { s3 } })
  const { upload, image, files, yolo } = photoClient(app)
  const member = await app.member()
  const { id } = await yolo(member)
  const first = await upload(id, await makePhoto(), member)
  expect((await image(first.body.image)).headers.get('content-type')).toBe('image/jpeg')
  expect(await files()).toEqual([])
  const second = await upload(id, await makePhoto(), member)
  expect((await image(first.body.image)).status).toBe(404)
  expect((await image(second.body.image.replace('.jpg', '-320.webp'))).status).toBe(200)
  await store.close()
  const away = await upload(id, await makePhoto(), member)
  expect(away.status).toBe(503)
  await app.close()
  rmSync(directory, { recursive: true, force: true })
})
