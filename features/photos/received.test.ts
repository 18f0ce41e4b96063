import { once } from 'node:events'
import { request } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { allVariants } from '#platform/testing/all-variants.ts'
import { testApp } from '#platform/testing/app.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { getOriginal, photoClient } from './photos.testing.ts'

const app = await testApp()
const { upload, image, files, yolo } = photoClient(app)
const member = await app.member()
const { id } = await yolo(member)
const maxSize = 8 * 1024 * 1024
const photo = await makePhoto()

type Piece = number | 'at-the-limit'

/** Sends a photo padded with zeros, in chunks of one size or split exactly at the size limit. */
async function send(length: number, piece: Piece, shift: number) {
  const padded = Buffer.concat([photo], length)
  const head = Buffer.from(
    `--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n${'-'.repeat(shift)}\r\n` +
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n',
  )
  const body = Buffer.concat([head, padded, Buffer.from('\r\n--b--\r\n')])
  const ends: number[] = []
  const step = typeof piece === 'number' ? piece : body.length
  for (let at = step; at < body.length; at += step) ends.push(at)
  if (piece === 'at-the-limit') ends.push(head.length + maxSize - 1, head.length + maxSize)
  const sent = request(`${app.origin}/api/yolo-image/${id}/image/upload`, {
    method: 'POST',
    agent: false,
    headers: {
      Authorization: `Bearer ${member.token}`,
      'Content-Type': 'multipart/form-data; boundary=b',
      'Content-Length': body.length,
    },
  })
  // The server may answer and close the connection before everything was sent.
  sent.on('error', () => {})
  const answered = once(sent, 'response') as Promise<
    [NodeJS.ReadableStream & { statusCode: number }]
  >
  let from = 0
  for (const end of [...ends.filter((at) => at < body.length), body.length]) {
    sent.write(body.subarray(from, end))
    from = end
    // The server runs in this process, so it needs a chance to read what was sent.
    if (piece === 'at-the-limit') for (let nth = 0; nth < 5; nth++) await turn()
  }
  sent.end()
  const [answer] = await answered
  let text = ''
  for await (const part of answer.setEncoding('utf8')) text += part
  return {
    status: answer.statusCode,
    ...(JSON.parse(text) as { error?: string; message?: string }),
  }
}

const sendings: [Piece, number][] = [
  [1_000_003, 1],
  [65_536, 977],
  [4_096, 977],
  ['at-the-limit', 1],
  ['at-the-limit', 977],
]
test.each(allVariants ? sendings : sendings.filter((_, at) => [1, 3, 4].includes(at)))(
  'S22 exactly 8 MiB passes, more is a 413: in pieces of %s, shifted by %d',
  async (piece, shift) => {
    expect((await send(maxSize, piece, shift)).status).toBe(200)
    const over = await send(maxSize + 1, piece, shift)
    expect([over.status, over.error]).toEqual([413, 'photo_too_large'])
  },
)

test('S22 what is far longer than 8 MiB is a 413', async () => {
  const far = await send(8_416_905, 65_536, 1)
  expect([far.status, far.error]).toEqual([413, 'photo_too_large'])
})

/** Returns a picture of four quarters: red and green above, blue and yellow below. */
async function quarters() {
  const colours = ['#d02020', '#20a020', '#2020d0', '#d0d020']
  const one = (background: string) =>
    sharp({ create: { width: 400, height: 300, channels: 3, background } })
      .png()
      .toBuffer()
  const input = await Promise.all(
    colours.map(async (background, at) => ({
      input: await one(background),
      left: (at % 2) * 400,
      top: at < 2 ? 0 : 300,
    })),
  )
  const ground = { width: 800, height: 600, channels: 3, background: '#fff' } as const
  return Buffer.from(await sharp({ create: ground }).composite(input).png().toBuffer())
}

async function colourAt(bytes: Buffer, x: number, y: number) {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3
  const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
  if (r > 150) return g > 150 ? 'yellow' : 'red'
  return g > b ? 'green' : 'blue'
}

const lowerRight = { x: 0.5, y: 0.5, width: 0.5, height: 0.5, degrees: 0 }
const original = (yoloId: number, as: typeof member | null) =>
  getOriginal(app, `/yolo-image/${yoloId}/original`, as)

test('a photo is cut here, and can be cut again from all of it', async () => {
  const own = await app.member()
  const mine = await yolo(own)
  const first = await upload(mine.id, await quarters(), own, 'file', lowerRight)
  expect(first.status, first.text).toBe(200)
  const shown = await image(first.body.image)
  expect(await colourAt(shown.bytes, 0.1, 0.1)).toBe('yellow')
  expect((await sharp(shown.bytes).metadata()).width).toBe(400)

  const kept = await original(mine.id, own)
  expect(kept.status).toBe(200)
  expect(kept.headers.get('cache-control')).toBe('no-store')
  expect(kept.headers.get('content-type')).toBe('image/jpeg')
  expect(kept.cut).toEqual(lowerRight)
  const whole = Buffer.from(kept.bytes)
  expect(await sharp(whole).metadata()).toMatchObject({ width: 800, height: 600, format: 'jpeg' })
  expect(await colourAt(whole, 0.1, 0.1)).toBe('red')

  // If the photo is turned to the right, blue is where red was.
  const turned = { x: 0, y: 0, width: 0.5, height: 0.5, degrees: 90 }
  const again = await upload(mine.id, whole, own, 'file', turned)
  expect(await colourAt((await image(again.body.image)).bytes, 0.5, 0.5)).toBe('blue')
  expect((await original(mine.id, own)).cut).toEqual(turned)
  expect(await files(first.body.image)).toEqual([])
  expect((await files(again.body.image)).length).toBe(7)
})

test('S22 the whole of a photo is its owner’s alone, upright and without what came with it', async () => {
  const own = await app.member()
  const mine = await yolo(own)
  const sent = await sharp(await makePhoto({ width: 60, height: 80 }))
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: 'canary-copyright' } })
    .jpeg()
    .toBuffer()
  const { body } = await upload(mine.id, Buffer.from(sent), own, 'file', lowerRight)
  expect((await original(mine.id, null)).status).toBe(401)
  expect((await original(mine.id, member)).error).toBe('not_yours')
  expect((await original(2_000_000_000, own)).error).toBe('yolo_not_found')
  const name = body.image.replace('.jpg', '-original.jpg')
  expect((await image(name)).status).toBe(404)
  const { bytes: whole } = await original(mine.id, own)
  expect(whole.includes('canary')).toBe(false)
  const { width, height, exif, orientation } = await sharp(whole).metadata()
  expect([width, height, exif, orientation]).toEqual([80, 60, undefined, undefined])
})

test('S23 the whole photo goes with its photo, its yolo and its owner', async () => {
  const own = await app.member()
  const mine = await yolo(own)
  const { body } = await upload(mine.id, await makePhoto(), own)
  expect((await files(body.image)).some((path) => path.endsWith('-original.jpg'))).toBe(true)
  await app.delete(`/api/yolo-image/${mine.id}`, {}, { as: own })
  await expect.poll(() => files(body.image)).toEqual([])
  expect((await original(mine.id, own)).error).toBe('photo_not_found')
})

test.each([
  'not json',
  '{}',
  '{"x":0,"y":0,"width":2,"height":1,"degrees":0}',
  '{"x":0.9,"y":0,"width":0.5,"height":1,"degrees":0}',
  '{"x":0,"y":0,"width":0,"height":1,"degrees":0}',
  '{"x":0,"y":0,"width":1,"height":1,"degrees":45}',
  '{"x":null,"y":0,"width":1,"height":1,"degrees":0}',
])('a part that no photo has is refused: %s', async (cut) => {
  const answer = await upload(id, photo, member, 'file', cut)
  expect([answer.status, answer.body.error]).toEqual([400, 'bad_cut'])
})
