import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { blackPng, makePhoto } from '#platform/testing/photos.ts'
import { photoEncoder } from './encode.server.ts'
import { encoder, EncoderEnded } from './encoder.server.ts'
import { photoClient } from '../photos.testing.ts'

const app = await testApp()
const { upload, files, yolo } = photoClient(app)
const member = await app.member()
const { id } = await yolo(member)
const maxGrowth = 300

const memoryIsTold = existsSync('/proc/self/status')
const mb = (field: string, pid: number | undefined = photoEncoder.pid()) =>
  Number(
    new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1],
  ) / 1024

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
test.skipIf(!memoryIsTold).each(bombs)('S22 refuses a picture of %s', async (_, make, code) => {
  const bytes = make()
  const before = await files()
  const { answer, more } = await added(bytes)
  expect([answer.status, answer.body.error]).toEqual([413, code])
  expect(more).toBeLessThan(maxGrowth)
  expect((await files()).length).toBe(Math.max(before.length, 7))
  expect(await app.database.selectFrom('stray_photos').selectAll().execute()).toEqual([])
})

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
test.skipIf(!memoryIsTold).each(heavy)(
  'S22 one upload adds at most 300 MB: %s',
  async (_, make, status) => {
    const { answer, more } = await added(Buffer.from(await make()))
    expect(answer.status).toBe(status)
    expect(more).toBeLessThan(maxGrowth)
  },
)

test('S22 a full queue says 503 with Retry-After at once; the others get their turn', async () => {
  const small = await makePhoto()
  await upload(id, small, member)
  const others = await Promise.all(Array.from({ length: 13 }, () => app.member()))
  const yolos = await Promise.all(others.map((other) => yolo(other)))
  const pid = photoEncoder.pid()!
  // While the encoder is stopped, one photo is being drawn and twelve wait.
  process.kill(pid, 'SIGSTOP')
  const sent = others.map((other, at) => upload(yolos[at]!.id, small, other))
  let refused
  do refused = await Promise.race([upload(id, small, member), ...sent])
  while (refused.status === 200)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  process.kill(pid, 'SIGCONT')
  const answers = await Promise.all(sent)
  for (const { status } of answers) expect([200, 503]).toContain(status)
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(12)
  expect((await upload(id, small, member)).status).toBe(200)
})

test('S22 a picture that takes too long is given up, its process dies, the next has another', async () => {
  const path = join(app.services.settings.stateDir, 'small.jpg')
  await writeFile(path, await makePhoto())
  const small = { kind: 'photo', path, format: 'jpeg', cut: null } as const
  const mine = encoder({ time: 2_000, idle: 60_000 })
  const drawn = () => mine.draw(small).catch((error: Error) => error)
  await expect.poll(drawn).toHaveProperty('drawn')
  const pid = mine.pid()!
  process.kill(pid, 'SIGSTOP')
  await expect(mine.draw(small)).rejects.toThrow(EncoderEnded)
  await expect.poll(() => isAlive(pid)).toBe(false)
  await expect.poll(drawn).toHaveProperty('drawn')
  expect(mine.pid()).not.toBe(pid)
  mine.stop()
})

test('S22 the encoder that is killed in the midst of a photo costs that photo alone', async () => {
  const small = await makePhoto()
  const before = (await upload(id, small, member)).body.image
  const pid = photoEncoder.pid()!
  process.kill(pid, 'SIGSTOP')
  const answer = upload(id, small, member)
  process.kill(pid, 'SIGKILL')
  const { status, body } = await answer
  // The process may have ended before the photo reached it, so that a new process drew the photo.
  if (status !== 200) expect([status, body.error]).toEqual([413, 'photo_too_heavy'])
  else expect(body.image).not.toBe(before)
  expect((await upload(id, small, member)).status).toBe(200)
})

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
