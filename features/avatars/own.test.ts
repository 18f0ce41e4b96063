import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { photoClient } from '#features/photos/photos.testing.ts'
import { nameHash } from './address.ts'

const app = await testApp()
const { files } = photoClient(app)

function upload(bytes: Uint8Array<ArrayBuffer>, as: Person | null) {
  const form = new FormData()
  form.set('file', new Blob([bytes], { type: 'image/jpeg' }), 'me.jpg')
  return app.request('POST', '/api/user/avatar/upload', { as, body: form })
}

async function shown(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${app.origin}/api/avatars/${path}`, { headers })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const header = (name: string) => answer.headers.get(name)
  return { status: answer.status, type: header('content-type'), header, bytes }
}

test('a member’s own picture is square, in two sizes, and cached by its version', async () => {
  const ann = await app.member()
  const tall = await makePhoto({ width: 600, height: 1200, color: '#206040', format: 'png' })
  const { status, body } = await upload(tall, ann)
  expect(status).toBe(200)
  expect(body).toEqual({ avatar: expect.stringMatching(/^[0-9a-f]{32}$/) })
  for (const size of [96, 320]) {
    const got = await shown(`${ann.id}?v=${body.avatar}&size=${size}`)
    expect([got.status, got.type]).toEqual([200, 'image/jpeg'])
    expect(got.header('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await sharp(got.bytes).metadata()).toMatchObject({ width: size, height: size })
  }
  expect((await app.get('/api/my-page', { as: ann })).body.avatar).toBe(body.avatar)
  expect((await app.get(`/api/users/${ann.id}`)).body.avatar).toBe(body.avatar)
})

test('the address that lists use shows the picture within a minute, with an ETag', async () => {
  const ann = await app.member()
  const address = `${ann.id}?v=${nameHash(ann.name)}`
  const initials = await shown(address)
  expect(initials.type).toBe('image/svg+xml')
  const tag = { 'If-None-Match': initials.header('etag')! }
  expect((await shown(address, tag)).status).toBe(304)
  await upload(await makePhoto(), ann)
  const own = await shown(address, tag)
  expect([own.status, own.type]).toEqual([200, 'image/jpeg'])
  expect(own.header('cache-control')).toBe('public, max-age=60')
})

test('one picture per member: the replaced one is gone, the removed one as well', async () => {
  const ann = await app.member()
  const first = (await upload(await makePhoto(), ann)).body.avatar
  const second = (await upload(await makePhoto({ color: '#2030c0' }), ann)).body.avatar
  expect(second).not.toBe(first)
  expect(await files(first)).toEqual([])
  expect(await files(second)).toHaveLength(2)
  const remove = () => app.delete('/api/user/avatar', {}, { as: ann })
  expect(await remove()).toMatchObject({ status: 200, body: { avatar: null } })
  expect((await remove()).status).toBe(200)
  expect((await shown(`${ann.id}?v=${second}`)).type).toBe('image/svg+xml')
  expect(await files(second)).toEqual([])
})

test('S22 what isn’t a photo is refused', async () => {
  const ann = await app.member()
  const { status, body } = await upload(new TextEncoder().encode('GIF89a'), ann)
  expect([status, body.error]).toEqual([415, 'not_a_photo'])
})
