import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { blackPng, makePhoto } from '#platform/testing/photos.ts'
import { photoClient } from '../photos.testing.ts'
import { photoEncoder } from './encode.server.ts'

/** Megabytes that one picture can add to the memory of the encoder or of the site. */
const maxGrowth = 300

const memoryIsKnown = existsSync('/proc/self/status')
const mb = (field: string, pid: number | undefined = photoEncoder.pid()) =>
  Number(
    new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1],
  ) / 1024

const bombs: [string, () => Buffer<ArrayBuffer>, string][] = [
  ['10,000,000 x 4 px', () => blackPng(10_000_000, 4), 'too_many_pixels'],
  ['4 x 10,000,000 px', () => blackPng(4, 10_000_000), 'too_many_pixels'],
  ['16,385 x 1 px', () => blackPng(16_385, 1), 'too_many_pixels'],
  [
    '6320 x 6320 px of 16 bits',
    () => blackPng(6320, 6320, { depth: 16, channels: 3 }),
    'photo_too_heavy',
  ],
]

const plain = { width: 8000, height: 5000, channels: 3, background: '#c04020' } as const
const clear = { ...plain, channels: 4 as const }
const heavy: [string, () => Promise<Buffer>, number][] = [
  [
    '40 megapixels, interlaced, see-through',
    () => sharp({ create: clear }).png({ progressive: true, compressionLevel: 1 }).toBuffer(),
    200,
  ],
  ['16,384 x 2,441 px', async () => blackPng(16_384, 2_441, { channels: 4 }), 200],
  [
    '40 megapixels, progressive, turned',
    () =>
      sharp({ create: plain })
        .withMetadata({ orientation: 6 })
        .jpeg({ progressive: true })
        .toBuffer(),
    200,
  ],
  [
    '40 megapixels, progressive, in full colour',
    () =>
      sharp({ create: plain }).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    413,
  ],
]

/** Uploads pictures that are made to take memory: all of them, or the first and the last of each kind. */
export async function uploadHeavyPictures({ all }: { all: boolean }) {
  const app = await testApp()
  const { upload, files, yolo } = photoClient(app)
  const member = await app.member({ id: 700_000_002 })
  const { id } = await yolo(member)

  /**
   * Returns how much memory a picture added at its peak, in MB: in the encoder's process or in this one, whichever is
   * more.
   */
  async function added(bytes: Buffer<ArrayBuffer>) {
    photoEncoder.stop()
    await upload(id, await makePhoto(), member)
    const [there, here] = [mb('VmRSS'), process.resourceUsage().maxRSS / 1024]
    const answer = await upload(id, bytes, member)
    const more = [mb('VmHWM') - there, process.resourceUsage().maxRSS / 1024 - here]
    return { answer, more: Math.max(...more) }
  }

  const chosen = <T>(list: T[]) => (all ? list : [list[0]!, list.at(-1)!])
  test.skipIf(!memoryIsKnown).each(chosen(bombs))(
    'S22 refuses a picture of %s',
    async (_, make, code) => {
      const bytes = make()
      const before = await files()
      const { answer, more } = await added(bytes)
      expect([answer.status, answer.body.error]).toEqual([413, code])
      expect(more).toBeLessThan(maxGrowth)
      expect((await files()).length).toBe(Math.max(before.length, 7))
      expect(await app.database.selectFrom('stray_photos').selectAll().execute()).toEqual([])
    },
  )

  test.skipIf(!memoryIsKnown).each(chosen(heavy))(
    'S22 one upload adds at most 300 MB: %s',
    async (_, make, status) => {
      const { answer, more } = await added(Buffer.from(await make()))
      expect(answer.status).toBe(status)
      expect(more).toBeLessThan(maxGrowth)
    },
  )
}
