import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { getOriginal } from '#features/photos/photos.testing.ts'
import { queues } from '#features/photos/server.ts'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { nameHash } from './address.ts'

const app = await testApp()

function upload(bytes: Uint8Array<ArrayBuffer>, as: Person | null, field = 'file') {
  const form = new FormData()
  form.set(field, new Blob([bytes], { type: 'image/jpeg' }), 'me.jpg')
  return app.request('POST', '/api/user/avatar/upload', { as, body: form })
}

async function shown(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${app.origin}/api/avatars/${path}`, { headers })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const header = (name: string) => answer.headers.get(name)
  return { status: answer.status, type: header('content-type'), header, bytes }
}

async function files(name = '') {
  const root = join(app.services.settings.stateDir, 'photos')
  const found = await readdir(root, { recursive: true }).catch(() => [])
  return found.filter((path) => path.includes(`${name}-`)).sort()
}

const remove = (as: Person | null) => app.delete('/api/user/avatar', {}, { as })

test('a member’s own picture is square, in two sizes and formats, and kept by its version', async () => {
  const ann = await app.member()
  const tall = await makePhoto({ width: 600, height: 1200, colour: '#206040', format: 'png' })
  const { status, body } = await upload(tall, ann)
  expect(status).toBe(200)
  expect(body).toEqual({ avatar: expect.stringMatching(/^[0-9a-f]{32}$/) })
  for (const size of [96, 320])
    for (const [format, type] of [
      ['webp', 'webp'],
      ['jpg', 'jpeg'],
    ]) {
      const got = await shown(`${ann.id}?v=${body.avatar}&size=${size}&format=${format}`)
      expect([got.status, got.type]).toEqual([200, `image/${type}`])
      expect(got.header('cache-control')).toBe('public, max-age=31536000, immutable')
      const facts = await sharp(got.bytes).metadata()
      expect([facts.width, facts.height, facts.format]).toEqual([size, size, type])
    }
  expect((await files(body.avatar)).length).toBe(5)
  const { body: own } = await app.get('/api/my-page', { as: ann })
  expect(own.avatar).toBe(body.avatar)
  const { body: page } = await app.get(`/api/users/${ann.id}`)
  expect(page.avatar).toBe(body.avatar)
})

test('the address that lists use shows the picture within a minute, and what is kept is told by its ETag', async () => {
  const ann = await app.member()
  const address = `${ann.id}?v=${nameHash(ann.name)}`
  const initials = await shown(address)
  expect(initials.type).toBe('image/svg+xml')
  const tag = { 'If-None-Match': initials.header('etag')! }
  expect((await shown(address, tag)).status).toBe(304)
  await upload(await makePhoto(), ann)
  const own = await shown(address, tag)
  expect([own.status, own.type]).toEqual([200, 'image/webp'])
  expect(own.header('cache-control')).toBe('public, max-age=60')
  const again = await shown(address, { 'If-None-Match': own.header('etag')! })
  expect([again.status, again.bytes.length]).toEqual([304, 0])
})

test('one picture per member: the replaced one is gone, the removed one as well', async () => {
  const ann = await app.member()
  const first = (await upload(await makePhoto(), ann)).body.avatar
  const second = (await upload(await makePhoto({ colour: '#2030c0' }), ann)).body.avatar
  expect(second).not.toBe(first)
  expect(await files(first)).toEqual([])
  expect((await files(second)).length).toBe(5)
  expect((await shown(`${ann.id}?v=${first}`)).header('cache-control')).toBe('public, max-age=60')

  expect(await remove(ann)).toMatchObject({ status: 200, body: { avatar: null } })
  expect((await remove(ann)).status).toBe(200)
  expect((await shown(`${ann.id}?v=${second}`)).type).toBe('image/svg+xml')
  await expect.poll(() => files(second)).toEqual([])
  const strays = () => app.database.selectFrom('stray_photos').selectAll().execute()
  await expect.poll(strays).toEqual([])
})

test('S23 five uploads at once leave one picture and nothing else', async () => {
  const ann = await app.member()
  const before = await files()
  const sent = Array.from({ length: 5 }, async (_, at) =>
    upload(await makePhoto({ width: 100 + at }), ann),
  )
  const answers = await Promise.all(sent)
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
  const left = (await files()).filter((file) => !before.includes(file))
  expect(left.length).toBe(5)
  const kept = await app.database
    .selectFrom('avatars')
    .select('name')
    .where('user_id', '=', ann.id)
    .executeTakeFirstOrThrow()
  expect(left.every((file) => file.includes(kept.name))).toBe(true)
})

test('S22 what is no whole JPEG or PNG is refused, and the picture before stays', async () => {
  const ann = await app.member()
  const { avatar } = (await upload(await makePhoto(), ann)).body
  const photo = await makePhoto({ width: 400, height: 400, noise: true })
  const gif = Buffer.from(await sharp(photo).gif().toBuffer())
  const bad: [Uint8Array<ArrayBuffer>, number, string][] = [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'not_a_photo'],
    [gif, 415, 'not_a_photo'],
    [photo.subarray(0, 2000), 400, 'unreadable_photo'],
    [Buffer.alloc(8 * 1024 * 1024 + 1), 413, 'photo_too_large'],
    [Buffer.alloc(0), 400, 'no_image'],
  ]
  for (const [bytes, status, code] of bad) {
    const answer = await upload(bytes, ann)
    expect([answer.status, answer.body.error]).toEqual([status, code])
  }
  expect((await upload(photo, ann, 'picture')).body.error).toBe('no_image')
  expect((await upload(photo, null)).status).toBe(401)
  expect((await remove(null)).status).toBe(401)
  expect((await app.get('/api/my-page', { as: ann })).body.avatar).toBe(avatar)
  expect(await app.database.selectFrom('stray_photos').selectAll().execute()).toEqual([])
})

test('one’s own picture can be cut again from all of it', async () => {
  const ann = await app.member()
  const original = () => getOriginal(app, '/user/avatar/original', ann)
  expect((await original()).error).toBe('no_avatar')
  const left = { x: 0, y: 0, width: 0.5, height: 1, degrees: 0 }
  const form = new FormData()
  form.set('cut', JSON.stringify(left))
  form.set('file', new Blob([await makePhoto({ width: 400, height: 200 })]), 'me.jpg')
  const { body } = await app.request('POST', '/api/user/avatar/upload', { as: ann, body: form })
  const kept = await original()
  expect([kept.status, kept.cut]).toEqual([200, left])
  const whole = await sharp(kept.bytes).metadata()
  expect([whole.width, whole.height]).toEqual([400, 200])
  await remove(ann)
  expect((await original()).status).toBe(404)
  await expect.poll(() => files(body.avatar)).toEqual([])
})

test('nothing that came with the file is kept, and the photos’ address leads to no avatar', async () => {
  const ann = await app.member()
  const sent = await sharp(await makePhoto({ width: 300, height: 300 }))
    .withExifMerge({ IFD0: { Copyright: 'canary-copyright' } })
    .jpeg()
    .toBuffer()
  expect(sent.includes('canary')).toBe(true)
  const { avatar } = (await upload(Buffer.from(sent), ann)).body
  const got = await shown(`${ann.id}?v=${avatar}&size=320&format=jpg`)
  expect(got.bytes.includes('canary')).toBe(false)
  expect((await sharp(got.bytes).metadata()).exif).toBeUndefined()
  for (const name of [
    `${avatar}.jpg`,
    `${avatar}-320.webp`,
    `${avatar}-avatar-320.webp`,
    `${avatar}-original.jpg`,
  ])
    expect((await app.get(`/api/yolo-image/${name}`)).status).toBe(404)
})

test('a disabled member’s picture is hidden; with the account it is gone', async () => {
  const ann = await app.member()
  const { avatar } = (await upload(await makePhoto(), ann)).body
  const disable = (at: Date | null) =>
    app.database.updateTable('users').set({ disabled_at: at }).where('id', '=', ann.id).execute()
  await disable(new Date())
  expect((await shown(`${ann.id}?v=${avatar}`)).status).toBe(404)
  await disable(null)
  expect((await shown(`${ann.id}?v=${avatar}`)).status).toBe(200)
  await app.database.deleteFrom('users').where('id', '=', ann.id).execute()
  await queues(app.services)[0]!.run({})
  expect(await files(avatar)).toEqual([])
  expect((await shown(`${ann.id}?v=${avatar}`)).status).toBe(404)
})
