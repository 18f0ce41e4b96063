import { Agent, request } from 'node:http'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { photoClient } from './photos.testing.ts'

const app = await testApp()
const { upload, image, files, yolo } = photoClient(app)
const member = await app.member()
const { id } = await yolo(member)

const slow = { timeout: 60_000 }
const real = process.env.REAL_DATA ? join(process.env.REAL_DATA, 'photos') : null
const realNames = (folder: string) =>
  real && existsSync(join(real, folder))
    ? readdirSync(join(real, folder)).filter((name) => !name.endsWith('.md'))
    : []
const realFile = (...path: string[]) => Buffer.from(readFileSync(join(real!, ...path)))

async function refuses(bytes: Uint8Array<ArrayBuffer>, status: number, code: string) {
  const before = await files()
  const answer = await upload(id, bytes, member)
  expect([answer.status, answer.body.error], answer.text).toEqual([status, code])
  expect(answer.text).not.toMatch(/vips|sharp|libpng|Input buffer/i)
  expect(await files()).toEqual(before)
  const rows = await app.database.selectFrom('stray_photos').select('name').execute()
  expect(rows).toEqual([])
}

const answers: Record<string, [number, string]> = {
  'animated-loop-3.gif': [415, 'not_a_photo'],
  'pitm.avif': [415, 'not_a_photo'],
  'struct-image-04-t.svg': [415, 'not_a_photo'],
  'gen_bomb_30000x30000_1bit.png': [413, 'too_many_pixels'],
  'truncated.png': [400, 'unreadable_photo'],
  'truncated.jpg': [400, 'unreadable_photo'],
  'corrupt-header.jpg': [400, 'unreadable_photo'],
}

test.skipIf(!real)('S22 every bad photo among the shared ones has its answer', () => {
  expect(realNames('bad').sort()).toEqual(Object.keys(answers).sort())
})
test.skipIf(!real).each(Object.entries(answers))('S22 shared %s', (name, [status, code]) =>
  refuses(realFile('bad', name), status, code),
)

test.skipIf(!real)(
  'S22 every good photo among the shared ones is taken',
  { tags: 'long', ...slow },
  async () => {
    const names = realNames('food')
    expect(names.length).toBeGreaterThan(5)
    for (const name of names) {
      const answer = await upload(id, realFile('food', name), member)
      expect(answer.status, name).toBe(200)
      expect((await image(answer.body.image)).status).toBe(200)
    }
  },
)

test.skipIf(!real)(
  'S22 every shared photo with an orientation stands upright',
  { tags: 'long', ...slow },
  async () => {
    const upright = await sharp(realFile('exif', 'Landscape_1.jpg')).resize(24, 16).raw().toBuffer()
    const names = realNames('exif')
    expect(names.length).toBe(8)
    for (const name of names) {
      const { body } = await upload(id, realFile('exif', name), member)
      const { bytes } = await image(body.image)
      const seen = await sharp(bytes).resize(24, 16).raw().toBuffer()
      const off = seen.reduce((sum, value, at) => sum + Math.abs(value - upright[at]!), 0)
      expect(off / seen.length, name).toBeLessThan(12)
    }
  },
)

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'S22 orientation %i is applied, and all metadata gone',
  async (orientation) => {
    // Upright, the photo is red on top and blue below. The file stores it rotated and gives its orientation.
    const upright = sharp(await makePhoto({ width: 60, height: 80, colour: '#2020d0' })).composite([
      { input: await makePhoto({ width: 60, height: 40, colour: '#d02020' }), left: 0, top: 0 },
    ])
    // For each orientation: the rotation in degrees, and 1 if the photo is also mirrored from left to right.
    const held = [[0], [0, 1], [180], [180, 1], [90, 1], [270], [270, 1], [90]]
    const [angle, mirrored] = held[orientation - 1]!
    const turned = await sharp(await upright.png().toBuffer())
      .rotate(angle)
      .png()
      .toBuffer()
    const sent = await sharp(turned)
      .flop(Boolean(mirrored))
      .withMetadata({ orientation })
      .withExifMerge({
        IFD0: { Copyright: 'canary-copyright', Make: 'canary-make' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '44/1 58/1 0/1' },
      })
      .jpeg()
      .toBuffer()
    expect(sent.includes('canary-make')).toBe(true)
    const { body } = await upload(id, Buffer.from(sent), member)
    for (const name of [body.image, body.image.replace('.jpg', '-320.webp')]) {
      const { bytes } = await image(name)
      expect(bytes.includes('canary')).toBe(false)
      const facts = await sharp(bytes).metadata()
      expect([facts.width, facts.height]).toEqual([60, 80])
      for (const kind of ['exif', 'icc', 'iptc', 'xmp', 'orientation'] as const)
        expect(facts[kind]).toBeUndefined()
      const pixels = await sharp(bytes).removeAlpha().raw().toBuffer()
      const at = (x: number, y: number) => [
        ...pixels.subarray((y * 60 + x) * 3, (y * 60 + x) * 3 + 3),
      ]
      for (const x of [8, 50]) {
        expect(at(x, 10)[0]).toBeGreaterThan(150)
        expect(at(x, 70)[2]).toBeGreaterThan(150)
      }
    }
  },
)

test('S22 what hides behind a photo does not come out again', async () => {
  for (const [hidden, format] of [
    ['<script>alert(1)</script>', 'jpeg'],
    ['PK\u0003\u0004 canary-zip', 'png'],
    ['<?php system($_GET[0]) ?>', 'jpeg'],
  ] as const) {
    const sent = Buffer.concat([await makePhoto({ format }), Buffer.from(hidden)])
    const { status, body } = await upload(id, Buffer.from(sent), member)
    expect(status).toBe(200)
    for (const path of await files(body.image))
      expect(readFileSync(path).includes(hidden)).toBe(false)
  }
})

test('S22 only what is a JPEG or PNG by its own bytes', async () => {
  const photo = await makePhoto()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  for (const format of ['gif', 'avif', 'webp', 'tiff'] as const)
    await refuses(Buffer.from(await sharp(photo).toFormat(format).toBuffer()), 415, 'not_a_photo')
  await refuses(Buffer.from(svg), 415, 'not_a_photo')
  await refuses(Buffer.from(`\n${svg}`), 415, 'not_a_photo')
  await refuses(Buffer.concat([Buffer.from('GIF89a'), photo]), 415, 'not_a_photo')
  await refuses(
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(svg)]),
    400,
    'unreadable_photo',
  )
  for (const format of ['jpeg', 'png'] as const) {
    const whole = await makePhoto({ width: 600, height: 400, format })
    await refuses(whole.subarray(0, whole.length >> 1), 400, 'unreadable_photo')
    await refuses(whole.subarray(0, 20), 400, 'unreadable_photo')
  }
})

test(
  'S22 a pixel bomb is refused by its head, 40 megapixels are taken',
  { timeout: 60_000 },
  async () => {
    const small = await makePhoto({ width: 8, height: 8, format: 'png' })
    await refuses(withSize(small, 30_000, 30_000), 413, 'too_many_pixels')
    await refuses(withSize(small, 40_000_001, 1), 413, 'too_many_pixels')
    await refuses(withSize(small, 2_147_483_647, 2_147_483_647), 400, 'unreadable_photo')
    const large = await makePhoto({ width: 8_000, height: 5_000, format: 'png' })
    expect((await upload(id, large, member)).status).toBe(200)
  },
)

test('S22 more than 8 MB is a 413', async () => {
  const large = Buffer.concat([await makePhoto(), Buffer.alloc(8 * 1024 * 1024)])
  await refuses(large, 413, 'photo_too_large')
})

test('a form without a photo says so, and what is no form is a 415', async () => {
  const address = `/api/yolo-image/${id}/image/upload`
  const none = await app.request('POST', address, { as: member, body: new FormData() })
  expect([400, 415]).toContain(none.status)
  await refuses(Buffer.alloc(0), 400, 'no_image')
  const elsewhere = await upload(id, await makePhoto(), member, 'picture')
  expect(elsewhere.body).toMatchObject({ error: 'no_image', message: 'No image to upload.' })
  const text = new FormData()
  text.set('file', 'just words')
  const words = await app.request('POST', address, { as: member, body: text })
  expect(words.body.error).toBe('no_image')
  expect((await app.post(address, {}, { as: member })).status).toBe(415)
  const bare = await app.request('POST', address, { as: member })
  expect(bare.status).toBe(415)
  const headers = { 'Content-Type': 'multipart/form-data' }
  const broken = await app.request('POST', address, { as: member, headers, body: 'x' })
  expect(broken.status).toBe(400)
})

test('S30 a form of many parts is refused at once, and its connection goes on', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const path = `/api/yolo-image/${id}/image/upload`
  const send = (text: string) =>
    new Promise<{ status: number | undefined; port: number | undefined }>((answered, failed) => {
      const headers = {
        Authorization: `Bearer ${member.token}`,
        'Content-Type': 'multipart/form-data; charset=utf-8; Boundary="b-\'c"',
      }
      const sent = request(`${app.origin}${path}`, { method: 'POST', agent, headers }, (answer) => {
        const port = answer.socket.localPort
        answer.resume().on('end', () => answered({ status: answer.statusCode, port }))
      })
      sent.on('error', failed)
      sent.end(text)
    })
  const part = '--b-\'c\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n'
  const first = await send(part)
  for (const refused of [part.repeat(20_000), `--b-'c\r\n${'a:b\r\n'.repeat(200_000)}`])
    expect(await send(refused)).toEqual({ status: 400, port: first.port })
  expect(await send('-'.repeat(9 * 1024 * 1024))).toEqual({ status: 413, port: first.port })
  agent.destroy()
})

/** Returns a PNG whose header claims another size. */
function withSize(bytes: Buffer, width: number, height: number) {
  const copy = Buffer.from(bytes)
  copy.writeUInt32BE(width, 16)
  copy.writeUInt32BE(height, 20)
  copy.writeUInt32BE(crc(copy.subarray(12, 29)), 29)
  return copy
}

function crc(bytes: Buffer) {
  let value = ~0
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0)
  }
  return ~value >>> 0
}
