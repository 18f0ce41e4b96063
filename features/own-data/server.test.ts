import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import type { Person } from '#platform/testing/people.ts'

const app = await testApp()

async function archiveOf(as: Person) {
  const answer = await fetch(`${app.origin}/api/user/export`, {
    headers: { Authorization: `Bearer ${as.token}` },
  })
  expect(answer.headers.get('content-type')).toBe('application/zip')
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { bytes, names: namesIn(bytes), data: JSON.parse(await textIn(bytes, 'my-data.json')) }
}

/** Reads the names in a zip's central directory. */
function namesIn(zip: Buffer): string[] {
  const names: string[] = []
  for (let at = zip.indexOf('PK\x01\x02'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 4))
    names.push(zip.subarray(at + 46, at + 46 + zip.readUInt16LE(at + 28)).toString())
  return names
}

/** Inflates a file of a zip, by its entry in the central directory. */
async function textIn(zip: Buffer, name: string): Promise<string> {
  const { inflateRawSync } = await import('node:zlib')
  let at = zip.indexOf('PK\x01\x02')
  while (zip.subarray(at + 46, at + 46 + zip.readUInt16LE(at + 28)).toString() !== name)
    at = zip.indexOf('PK\x01\x02', at + 4)
  const [size, start] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)]
  const from = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
  return inflateRawSync(zip.subarray(from, from + size)).toString()
}

test('the archive has all that is one’s own, as JSON, and the photos', async () => {
  const [ann, bob] = [await app.member(), await app.member()]
  const restaurant = await app.restaurant({ name: 'The Anchor' })
  const own = await app.item({ restaurant: restaurant.id, category: 3, by: ann.id, name: 'Pho' })
  const liked = await app.item({ restaurant: restaurant.id, category: 2, by: bob.id })
  await app.post(`/api/items/${liked.id}/upvote`, {}, { as: ann })
  await app.post('/api/follow/follow-user', { userId: bob.id }, { as: ann })
  const photo = new FormData()
  photo.set('file', new Blob([await makePhoto()], { type: 'image/jpeg' }), 'a.jpg')
  const path = `/api/yolo-image/${own.yoloId}/image/upload`
  expect((await app.request('POST', path, { as: ann, body: photo })).status).toBe(200)
  const { names, data, bytes } = await archiveOf(ann)
  expect(names).toEqual(['my-data.json', `photos/${own.yoloId}.jpg`])
  expect(bytes.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(true)
  expect(data.account).toMatchObject([{ id: ann.id, user_name: ann.name, email: ann.email }])
  expect(data.yolos).toMatchObject([
    { item: 'Pho', restaurant: 'The Anchor', picture: `photos/${own.yoloId}.jpg` },
  ])
  expect(data.upvotes).toMatchObject([{ item: liked.name }])
  expect(data.following).toMatchObject([{ id: bob.id, user_name: bob.name }])
})

test('S15 the archive has no hash or token, and no other member’s e-mail', async () => {
  const [ann, bob] = [await app.member(), await app.member()]
  await app.post('/api/follow/follow-user', { userId: ann.id }, { as: bob })
  const text = JSON.stringify((await archiveOf(ann)).data)
  expect(text).toContain(bob.name)
  expect(text).not.toContain(bob.email)
  expect(text).not.toMatch(/hash|token/i)
  expect((await app.get('/api/user/export')).status).toBe(401)
})
