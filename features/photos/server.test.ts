import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { photoClient } from './photos.testing.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { untilTaken } from '#platform/testing/until.ts'

const app = await testApp()
const { upload, image, files, yolo, sweep } = photoClient(app)
const member = await app.member()

const blob = (bytes: Buffer) => new Uint8Array(bytes)
const refused = async (id: number, bytes: Uint8Array<ArrayBuffer>, field?: string) => {
  const { status, body } = await upload(id, bytes, member, field)
  return [status, body.error]
}

test('a photo comes back upright in every size, for good, and is on its card', async () => {
  const { id, itemId } = await yolo(member)
  const sent = await makePhoto({ width: 2000, height: 1500, color: '#206040', format: 'png' })
  const { status, body } = await upload(id, sent, member)
  expect(status).toBe(200)
  expect(body).toEqual({
    id,
    image: expect.stringMatching(/^[0-9a-f]{32}\.jpg$/),
    color: expect.stringMatching(/^#[0-9a-f]{6}$/),
  })
  const name = body.image.replace('.jpg', '')
  for (const [width, height] of [
    [320, 240],
    [640, 480],
    [1280, 960],
  ]) {
    const got = await image(`${name}-${width}.jpg`)
    expect([got.status, got.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(got.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(got.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await sharp(got.bytes).metadata()).toMatchObject({ width, height, format: 'jpeg' })
  }
  const shown = await image(body.image)
  const now = await fetch(`${app.origin}/api/getImage?yoloId=${id}&v=7`)
  expect(Buffer.from(await now.arrayBuffer()).equals(shown.bytes)).toBe(true)
  expect((await image(`${name}-200.jpg`)).status).toBe(404)

  const { body: lists } = await app.get('/api/yolos?category=3')
  const card = lists.top.find((one: { id: number }) => one.id === itemId)
  expect(card.photo).toMatchObject({ image: body.image, color: body.color })
})

test('S22 turned as its camera says, and without its metadata', async () => {
  const { id } = await yolo(member)
  const sent = await sharp({
    create: { width: 400, height: 300, channels: 3, background: '#803020' },
  })
    .withExif({ IFD0: { Copyright: 'Ann was here' }, IFD3: { GPSLatitude: '44/1 58/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { body } = await upload(id, blob(sent), member)
  const { bytes } = await image(body.image)
  const facts = await sharp(bytes).metadata()
  expect([facts.width, facts.height]).toEqual([300, 400])
  expect([facts.exif, facts.xmp, facts.icc, facts.iptc]).toEqual(Array(4).fill(undefined))
  expect(bytes.includes('Ann was here')).toBe(false)
})

test('S22 what is no photo, damaged or too large is refused, and nothing of it stays', async () => {
  const { id } = await yolo(member)
  const before = await files()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  expect(await refused(id, blob(svg))).toEqual([415, 'not_a_photo'])
  expect(await refused(id, new Uint8Array())).toEqual([400, 'no_image'])
  expect(await refused(id, await makePhoto(), 'picture')).toEqual([400, 'no_image'])
  const whole = await makePhoto({ width: 900, height: 700 })
  expect(await refused(id, whole.slice(0, whole.length / 2))).toEqual([400, 'unreadable_photo'])
  const heavy = new Uint8Array(8 * 1024 * 1024 + 1)
  heavy.set(whole)
  expect(await refused(id, heavy)).toEqual([413, 'photo_too_large'])
  const vast = await sharp({
    create: { width: 9000, height: 5000, channels: 3, background: '#803020' },
  })
    .png()
    .toBuffer()
  expect(await refused(id, blob(vast))).toEqual([413, 'photo_too_large'])
  const text = await app.request('POST', `/api/yolo-image/${id}/image/upload`, {
    as: member,
    body: 'no form',
  })
  expect(text.status).toBe(415)
  expect(await files()).toEqual(before)
})

test('S23 one photo per yolo: the replaced one is gone, and all with its yolo', async () => {
  const own = await app.member()
  const { id } = await yolo(own)
  const first = await upload(id, await makePhoto(), own)
  const second = await upload(id, await makePhoto({ color: '#2030c0' }), own)
  expect(second.body.image).not.toBe(first.body.image)
  expect((await image(first.body.image)).status).toBe(404)
  expect(await files(first.body.image)).toEqual([])
  expect((await image(second.body.image)).status).toBe(200)

  const removed = await app.delete(`/api/yolo-image/${id}/image`, undefined, { as: own })
  expect(removed).toMatchObject({ status: 200, body: { id, image: null } })
  expect((await app.delete(`/api/yolo-image/${id}/image`, {}, { as: own })).status).toBe(200)
  expect(await files(second.body.image)).toEqual([])
  expect((await app.get(`/api/getImage?yoloId=${id}`)).status).toBe(404)
})

test('S23 ten uploads at once for one yolo leave one photo and nothing else', async () => {
  const busy = await app.member()
  const { id } = await yolo(busy)
  const before = await files()
  const answers = await Promise.all(
    Array.from({ length: 10 }, async (_, at) =>
      untilTaken(async () => upload(id, await makePhoto({ width: 100 + at }), busy)),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect((await files()).length - before.length).toBe(3)
})

test('F5 files that no row shows are swept after a day', async () => {
  const own = await app.member()
  const { id } = await yolo(own)
  const { body } = await upload(id, await makePhoto(), own)
  await app.database.deleteFrom('users').where('id', '=', own.id).execute()
  await sweep()
  expect(await files(body.image)).toHaveLength(3)
  app.clock.set(new Date(Date.now() + 25 * 60 * 60 * 1000))
  await sweep()
  expect(await files(body.image)).toEqual([])
})

test('S13 only its owner and admins change a photo, and an admin’s change is audited', async () => {
  const { id } = await yolo(member)
  const other = await app.member()
  expect((await upload(id, await makePhoto(), other)).status).toBe(403)
  expect((await app.delete(`/api/yolo-image/${id}/image`, {}, { as: other })).status).toBe(403)
  expect((await upload(id, await makePhoto(), null)).status).toBe(401)
  const admin = await app.member({ id: 514 })
  expect((await upload(id, await makePhoto(), admin)).status).toBe(200)
  const audited = app.database.selectFrom('audit').select('action')
  const rows = await audited.where('subject', '=', `yolo ${id}`).execute()
  expect(rows).toEqual([{ action: 'photo.replace' }])
  expect((await upload(2_000_000_000, await makePhoto(), member)).status).toBe(404)
})
