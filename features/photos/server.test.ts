import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { photoClient } from './photos.testing.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { untilTaken } from '#platform/testing/until.ts'

const app = await testApp()
const { upload, image, files, yolo, sweep } = photoClient(app)
const member = await app.member()

test('a photo comes back upright in every size, for good, and stands on its card', async () => {
  const { id, itemId } = await yolo(member)
  const sent = await makePhoto({ width: 2000, height: 1500, colour: '#206040', format: 'png' })
  const { status, body } = await upload(id, sent, member)
  expect(status).toBe(200)
  expect(body).toEqual({
    id,
    image: expect.stringMatching(/^[0-9a-f]{32}\.jpg$/),
    colour: expect.stringMatching(/^#[0-9a-f]{6}$/),
  })
  const name = body.image.replace('.jpg', '')
  const sizes = { 320: [320, 240], 640: [640, 480], 1280: [1280, 960] }
  for (const [width, size] of Object.entries(sizes))
    for (const [format, type] of [
      ['jpg', 'jpeg'],
      ['webp', 'webp'],
    ]) {
      const got = await image(`${name}-${width}.${format}`)
      expect(got.status).toBe(200)
      expect(got.headers.get('content-type')).toBe(`image/${type}`)
      expect(got.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(got.headers.get('x-content-type-options')).toBe('nosniff')
      const { width: wide, height: high, format: is } = await sharp(got.bytes).metadata()
      expect([wide, high, is]).toEqual([...size, type])
    }
  const shown = await image(body.image)
  expect((await sharp(shown.bytes).metadata()).width).toBe(1280)
  const now = await fetch(`${app.origin}/api/getImage?yoloId=${id}&v=7`)
  expect(now.headers.get('content-type')).toBe('image/jpeg')
  expect(Buffer.from(await now.arrayBuffer()).equals(shown.bytes)).toBe(true)
  const head = await fetch(`${app.origin}/api/yolo-image/${body.image}`, { method: 'HEAD' })
  expect(head.status).toBe(200)

  const { body: lists } = await app.get('/api/yolos?category=3')
  const card = lists.top.find((one: { id: number }) => one.id === itemId)
  expect(card.photo).toMatchObject({ image: body.image, colour: body.colour })
  expect(card.yolos[0]).toMatchObject({ image: body.image })
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(body.colour.slice(at, at + 2), 16))
  expect(g).toBeGreaterThan(r!)
  expect(g).toBeGreaterThan(b!)
})

test('S23 one photo per yolo: the replaced one is gone, and all with its yolo or its owner', async () => {
  const own = await app.member()
  const { id } = await yolo(own)
  const first = await upload(id, await makePhoto(), own)
  const second = await upload(id, await makePhoto({ colour: '#2030c0' }), own)
  expect(second.body.image).not.toBe(first.body.image)
  expect((await image(first.body.image)).status).toBe(404)
  expect(await files(first.body.image)).toEqual([])
  expect((await image(second.body.image)).status).toBe(200)
  expect(await app.database.selectFrom('stray_photos').selectAll().execute()).toEqual([])

  const removed = await app.delete(`/api/yolo-image/${id}`, undefined, { as: own })
  expect(removed).toMatchObject({ status: 200, body: { id, image: null } })
  expect((await app.delete(`/api/yolo-image/${id}`, {}, { as: own })).status).toBe(200)
  await expect.poll(() => files(second.body.image)).toEqual([])
  expect((await app.get(`/api/getImage?yoloId=${id}`)).status).toBe(404)

  const third = await upload(id, await makePhoto(), own)
  await app.database.deleteFrom('users').where('id', '=', own.id).execute()
  await sweep()
  expect(await files(third.body.image)).toEqual([])
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
  const kept = await app.database
    .selectFrom('photos')
    .select('name')
    .where('yolo_id', '=', id)
    .execute()
  expect(kept.length).toBe(1)
  expect(answers.map(({ body }) => body.image)).toContain(`${kept[0]!.name}.jpg`)
  expect((await files()).filter((file) => !before.includes(file)).length).toBe(7)
  const names = answers.map(({ body }) => body.image.replace('.jpg', ''))
  const strays = app.database.selectFrom('stray_photos').selectAll().where('name', 'in', names)
  expect(await strays.execute()).toEqual([])
})

test('only its owner and the admins touch a photo; an admin’s act is on record', async () => {
  const { id } = await yolo(member)
  const other = await app.member()
  const admin = await app.member({ id: 7 })
  expect((await upload(id, await makePhoto(), other)).body.error).toBe('not_yours')
  expect((await upload(id, await makePhoto(), null)).status).toBe(401)
  expect((await app.delete(`/api/yolo-image/${id}`, {}, { as: other })).status).toBe(403)
  const mine = await upload(id, await makePhoto(), member)
  const theirs = await upload(id, await makePhoto(), admin)
  expect(theirs.status).toBe(200)
  await app.delete(`/api/yolo-image/${id}`, {}, { as: admin })
  const rows = await app.database
    .selectFrom('audit')
    .select(['actor_id', 'action', 'before', 'after'])
    .where('subject', '=', `yolo ${id}`)
    .orderBy('id')
    .execute()
  const name = ({ body }: typeof mine) => ({ photo: body.image.replace('.jpg', '') })
  expect(rows).toEqual([
    { actor_id: 7, action: 'photo.replace', before: name(mine), after: name(theirs) },
    { actor_id: 7, action: 'photo.remove', before: name(theirs), after: { photo: null } },
  ])
  expect((await upload(2_000_000_000, await makePhoto(), member)).body.error).toBe('yolo_not_found')
})

test('a photo goes along when its yolo moves to another item', async () => {
  const { id } = await yolo(member)
  const { itemId: target } = await yolo(await app.member())
  const { body } = await upload(id, await makePhoto(), member)
  await app.database.updateTable('yolos').set({ item_id: target }).where('id', '=', id).execute()
  // A visitor's list may be slightly outdated.
  const shown = async () => {
    const { top } = (await app.get('/api/yolos?category=3')).body
    return top.find((one: { id: number }) => one.id === target)?.photo?.image
  }
  await expect.poll(shown).toBe(body.image)
})

test('names that are not ours lead nowhere', async () => {
  const zeros = '0'.repeat(32)
  for (const name of [
    zeros,
    `${zeros}.jpg`,
    `${zeros}-321.jpg`,
    `${zeros}-640.png`,
    '..%2f..%2fpostgres%2fpassword',
    `${zeros}.jpg%00`,
    'constructor',
  ])
    expect((await app.get(`/api/yolo-image/${name}`)).status, name).toBe(
      name.includes('%00') ? 400 : 404,
    )
})
