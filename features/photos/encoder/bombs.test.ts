import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { photoEncoder } from './encode.server.ts'
import { createEncoder, EncoderExitedError, EncoderTimeoutError } from './encoder.server.ts'
import { uploadHeavyPictures } from './heavy-pictures.testing.ts'
import { photoClient } from '../photos.testing.ts'

const app = await testApp()
const { upload, yolo } = photoClient(app)
const member = await app.member()
const { id } = await yolo(member)

await uploadHeavyPictures({ all: false })

test('S22 a full queue says 503 with Retry-After at once; the others get their turn', async () => {
  const small = await makePhoto()
  await upload(id, small, member)
  const others = await Promise.all(Array.from({ length: 8 }, () => app.member()))
  const yolos = await Promise.all(others.map((other) => yolo(other)))
  const pid = photoEncoder.pid()!
  // While the encoder is stopped, one photo is being drawn and seven wait, which is all that one network may send.
  process.kill(pid, 'SIGSTOP')
  const sent = others.map((other, at) => upload(yolos[at]!.id, small, other))
  let refused
  do refused = await Promise.race([upload(id, small, member), ...sent])
  while (refused.status === 200)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  process.kill(pid, 'SIGCONT')
  const answers = await Promise.all(sent)
  for (const { status } of answers) expect([200, 503]).toContain(status)
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(7)
  expect((await upload(id, small, member)).status).toBe(200)
})

test('S22 a picture in four inks is drawn up to 8 megapixels, because it takes so long', async () => {
  const inks = async (width: number) => {
    const create = { width, height: 2000, channels: 3, background: '#c04020' } as const
    const drawn = sharp({ create }).toColourspace('cmyk').jpeg({ quality: 50 })
    return upload(id, Buffer.from(await drawn.toBuffer()), member)
  }
  expect((await inks(4000)).status).toBe(200)
  expect(await inks(4001)).toMatchObject({ status: 413, body: { error: 'photo_too_heavy' } })
})

test('S22 a picture that takes too long is given up, its process dies, the next has another', async () => {
  const path = join(app.services.settings.stateDir, 'small.jpg')
  await writeFile(path, await makePhoto())
  const small = { kind: 'photo', path, format: 'jpeg', cut: null } as const
  const mine = createEncoder({ work: 10_000, time: 2_000, idle: 60_000 })
  const drawn = () => mine.draw(small).catch((error: Error) => error)
  await expect.poll(drawn).toHaveProperty('drawn')
  const pid = mine.pid()!
  process.kill(pid, 'SIGSTOP')
  await expect(mine.draw(small)).rejects.toThrow(EncoderTimeoutError)
  await expect.poll(() => isAlive(pid)).toBe(false)
  await expect.poll(drawn).toHaveProperty('drawn')
  expect(mine.pid()).not.toBe(pid)
  mine.stop()
})

test('S22 a picture that needs too much work is given up', async () => {
  const path = join(app.services.settings.stateDir, 'large.jpg')
  await writeFile(path, await makePhoto({ width: 5_000, height: 4_000 }))
  const mine = createEncoder({ work: 50, time: 60_000, idle: 60_000 })
  const large = { kind: 'photo', path, format: 'jpeg', cut: null } as const
  await expect(mine.draw(large)).rejects.toThrow(EncoderExitedError)
  mine.stop()
})

test('S22 the encoder that is killed in the midst of a photo costs that photo, and its member a wait', async () => {
  // No other test's member has this id, so none waits as well: files of tests share the encoder's process.
  const [member, other] = [await app.member({ id: 700_000_001 }), await app.member()]
  const [{ id }, others] = [await yolo(member), await yolo(other)]
  const small = await makePhoto()
  const before = (await upload(id, small, member)).body.image
  const pid = photoEncoder.pid()!
  process.kill(pid, 'SIGSTOP')
  const answer = upload(id, small, member)
  process.kill(pid, 'SIGKILL')
  const { status, body } = await answer
  // The process may have ended before the photo reached it, so that a new process drew the photo.
  if (status !== 200) {
    expect([status, body.error]).toEqual([413, 'photo_too_heavy'])
    const next = await upload(id, small, member)
    expect([next.status, next.headers.get('retry-after')]).toEqual([429, '300'])
  } else expect(body.image).not.toBe(before)
  expect((await upload(others.id, small, other)).status).toBe(200)
})

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
