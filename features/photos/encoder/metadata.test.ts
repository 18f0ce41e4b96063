import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cpuTime } from '#platform/testing/cpu-time.ts'
import { leastOfThree } from '#platform/testing/least.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { drawFiles } from './draw.server.ts'
import { stripMetadata } from './strip-metadata.server.ts'

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const chunk = (kind: string, content: Buffer) => {
  const named = Buffer.concat([Buffer.from(kind), content])
  return Buffer.concat([u32(content.length), named, u32(crc32(named))])
}
const segment = (kind: number, content: Buffer) =>
  Buffer.concat([
    Buffer.from([0xff, kind, (content.length + 2) >> 8, (content.length + 2) & 255]),
    content,
  ])

/** Adds chunks to a PNG after its first one. */
async function png(...chunks: Buffer[]) {
  const plain = await makePhoto({ format: 'png' })
  return Buffer.concat([plain.subarray(0, 33), ...chunks, plain.subarray(33)])
}
/** Adds segments to a JPEG after its first two bytes. */
async function jpeg(...segments: Buffer[]) {
  const plain = await makePhoto()
  return Buffer.concat([plain.subarray(0, 2), ...segments, plain.subarray(2)])
}

/** Returns a copy of a profile with one more tag. */
function withTag(profile: Buffer, kind: string, content: Buffer): Buffer {
  const count = profile.readUInt32BE(128)
  const table = Buffer.from(profile.subarray(132, 132 + 12 * count))
  for (let n = 0; n < count; n++)
    table.writeUInt32BE(table.readUInt32BE(12 * n + 4) + 12, 12 * n + 4)
  const end = profile.length + 12
  const entry = Buffer.concat([Buffer.from(kind), u32(end), u32(content.length)])
  const head = Buffer.from(profile.subarray(0, 128))
  head.writeUInt32BE(end + content.length)
  const rest = profile.subarray(132 + 12 * count)
  return Buffer.concat([head, u32(count + 1), table, entry, rest, content])
}

/** Returns a tag that lists the same matrix as many times as asked. */
function stages(count: number): Buffer {
  const head = Buffer.alloc(16 + 8 * count)
  head.write('mpet')
  head.writeUInt16BE(3, 8)
  head.writeUInt16BE(3, 10)
  head.writeUInt32BE(count, 12)
  const matrix = Buffer.alloc(60)
  matrix.write('matf')
  matrix.writeUInt16BE(3, 8)
  matrix.writeUInt16BE(3, 10)
  for (const n of [0, 4, 8]) matrix.writeFloatBE(1, 12 + 4 * n)
  // With an offset, the steps can't be left out as ones that change nothing.
  for (const n of [9, 10, 11]) matrix.writeFloatBE(1e-6, 12 + 4 * n)
  for (let n = 0; n < count; n++) {
    head.writeUInt32BE(head.length, 16 + 8 * n)
    head.writeUInt32BE(matrix.length, 20 + 8 * n)
  }
  return Buffer.concat([head, matrix])
}

/** Returns EXIF data whose entries all refer to the list that they are in. */
function nestedExif(count: number): Buffer {
  const exif = Buffer.alloc(14 + 12 * count)
  exif.write('II*\0', 'latin1')
  exif.writeUInt32LE(8, 4)
  exif.writeUInt16LE(count, 8)
  for (let at = 10; at < 10 + 12 * count; at += 12) {
    exif.writeUInt16LE(0x8769, at)
    exif.writeUInt16LE(4, at + 2)
    exif.writeUInt32LE(1, at + 4)
    exif.writeUInt32LE(8, at + 8)
  }
  return exif
}

const p3 = async () => {
  const file = await sharp(await makePhoto())
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
  return (await sharp(file).metadata()).icc!
}
const iccp = (profile: Buffer) =>
  chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(profile)]))
const app2 = (profile: Buffer) =>
  segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), profile]))
const app1 = (exif: Buffer) => segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif]))
const zeros = deflateSync(Buffer.alloc(5_000_000))
const text = (name: string) => chunk('zTXt', Buffer.concat([Buffer.from(`${name}\0\0`), zeros]))

const costly: [string, 'png' | 'jpeg', () => Promise<Buffer>][] = [
  [
    'a profile of 6,000 steps in a PNG',
    'png',
    async () => png(iccp(withTag(await p3(), 'D2B0', stages(6_000)))),
  ],
  [
    'a profile of 6,000 steps in a JPEG',
    'jpeg',
    async () => jpeg(app2(withTag(await p3(), 'D2B0', stages(6_000)))),
  ],
  [
    'a small profile of 1,900 steps',
    'png',
    async () => png(iccp(withTag(await p3(), 'D2B0', stages(1_900)))),
  ],
  ['nested EXIF data in a JPEG', 'jpeg', () => jpeg(app1(nestedExif(3_000)))],
  ['nested EXIF data in a PNG', 'png', () => png(chunk('eXIf', nestedExif(3_000)))],
  [
    'nested EXIF data after bytes that are skipped',
    'jpeg',
    () => jpeg(Buffer.from('skipped'), app1(nestedExif(3_000))),
  ],
  ...['gAMA', 'sRGB', 'PLTE'].map((kind): (typeof costly)[number] => [
    `half a million chunks ${kind}`,
    'png',
    () => {
      const one = chunk(kind, kind === 'gAMA' ? u32(45_455) : Buffer.from([0]))
      return png(Buffer.alloc(500_000 * one.length, one))
    },
  ]),
  ['texts of 500 MB', 'png', () => png(...Array.from({ length: 100 }, (_, n) => text(`k${n}`)))],
]

test.each(costly)('S22 metadata costs no time: %s', async (_, format, make) => {
  const [plain, file] = [await makePhoto({ format }), await make()]
  /** Returns the milliseconds of processor time, because those of the clock depend on what else runs. */
  const timeOf = async (bytes: Buffer) => {
    const before = process.cpuUsage()
    await drawFiles('avatar', bytes, format, null)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  await timeOf(plain)
  const usual = await timeOf(plain)
  // The lesser of two, because garbage collection of a worker with many test files counts too.
  const took = Math.min(await timeOf(file), await timeOf(file))
  expect(took).toBeLessThan(3 * usual + 150)
})

test.each(['jpeg', 'png'] as const)(
  'S22 the color profile of an ordinary photo is applied: Display P3 in a %s',
  async (format) => {
    const red = await makePhoto({ colour: '#c04020', format: 'png' })
    const file = await sharp(red).withIccProfile('p3').toFormat(format).toBuffer()
    const drawn = await drawFiles('avatar', file, format, null)
    const [r, g, b] = await sharp(drawn.original).resize(1, 1).raw().toBuffer()
    for (const [is, was] of [
      [r, 0xc0],
      [g, 0x40],
      [b, 0x20],
    ] as const)
      expect(Math.abs(is! - was)).toBeLessThan(6)
  },
)

test.each(['jpeg', 'png'] as const)('S22 the orientation of a %s is applied', async (format) => {
  const file = await sharp(await makePhoto({ width: 80, height: 60 }))
    .withMetadata({ orientation: 6 })
    .toFormat(format)
    .toBuffer()
  const drawn = await drawFiles('photo', file, format, null)
  expect([drawn.width, drawn.height]).toEqual([60, 80])
})

/** Returns a progressive JPEG whose last scan occurs this many times, with something between them. */
async function repeatedScans(count: number, between = Buffer.alloc(0)): Promise<Buffer> {
  const file = await sharp(await makePhoto())
    .jpeg({ progressive: true })
    .toBuffer()
  const last = file.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scan = Buffer.concat([between, file.subarray(last, -2)])
  return Buffer.concat([file.subarray(0, last), ...Array(count).fill(scan), file.subarray(-2)])
}
const draw = (file: Buffer) => drawFiles('avatar', file, 'jpeg', null)

test.each([0xe0, 0xe2, 0xee, 0xdb, 0xc4, 0xfe])(
  'S22 a JPEG of two million empty segments %i is refused before it is decoded',
  async (kind) => {
    const one = segment(kind, Buffer.alloc(0))
    const file = await jpeg(Buffer.alloc(2_000_000 * one.length, one))
    const took = () => cpuTime(() => expect(draw(file)).rejects.toMatchObject({ why: 'depth' }))
    expect(await leastOfThree(100, took)).toBeLessThan(100)
  },
)

test('S22 a JPEG keeps the first of each segment that says how its pixels look', async () => {
  const profile = app2(await p3())
  const other = segment(0xe2, Buffer.from('MPF\0', 'latin1'))
  const file = await jpeg(other, profile, ...Array<Buffer>(50).fill(profile))
  const kept = stripMetadata(file, 'jpeg')
  expect([kept.indexOf(profile), kept.indexOf(other)]).toEqual([expect.any(Number), -1])
  expect(kept.indexOf(profile)).toBe(kept.lastIndexOf(profile))
  expect(kept.indexOf(profile)).toBeGreaterThan(0)
})

test('S22 a JPEG of a hundred scans is refused before it is decoded, wherever its end seems to be', async () => {
  await expect(draw(await repeatedScans(1))).resolves.toHaveProperty('original')
  await expect(draw(await repeatedScans(100))).rejects.toMatchObject({ why: 'depth' })
  const end = Buffer.from([0xff, 0xd9])
  const hidden = await repeatedScans(100, segment(0xfe, end))
  await expect(draw(hidden)).rejects.toMatchObject({ why: 'depth' })
  // What follows the picture, such as a video, isn't part of it.
  const followed = Buffer.concat([await makePhoto(), await repeatedScans(100)])
  await expect(draw(followed)).resolves.toHaveProperty('original')
})
