import sharp from 'sharp'
import { expect, it } from 'vitest'
import { isImageFileComplete, pixelsIn } from './image-file.ts'

const ground = { width: 300, height: 200, channels: 3, background: '#c04020' } as const
const noisy = { ...ground, noise: { type: 'gaussian', mean: 128, sigma: 60 } } as const
const picture = () => sharp({ create: noisy })

it.each([
  ['PNG', () => picture().png()],
  ['JPEG', () => picture().jpeg()],
  ['progressive JPEG', () => picture().jpeg({ progressive: true })],
])('tells a whole %s from one that was cut off', async (_, draw) => {
  const file = await draw()
    .withExif({ IFD0: { Copyright: 'Ann' } })
    .toBuffer()
  expect(isImageFileComplete(file)).toBe(true)
  expect(isImageFileComplete(Buffer.concat([file, Buffer.from('a video')]))).toBe(true)
  for (const part of [0.01, 0.3, 0.9])
    expect(isImageFileComplete(file.subarray(0, file.length * part)), `${part}`).toBe(false)
  expect(isImageFileComplete(file.subarray(0, -12))).toBe(false)
})

it('leaves other kinds of files to the browser', () => {
  expect(isImageFileComplete(new Uint8Array())).toBe(true)
  expect(isImageFileComplete(Buffer.from('GIF89a'))).toBe(true)
})

it('reads from the file how many pixels a picture has', async () => {
  const drawn = [picture().png(), picture().jpeg(), picture().jpeg({ progressive: true })]
  for (const draw of drawn) {
    const file = await draw.withExif({ IFD0: { Copyright: 'Ann' } }).toBuffer()
    expect(pixelsIn(file)).toBe(300 * 200)
    expect(pixelsIn(file.subarray(0, 20))).toBe(0)
  }
  expect(pixelsIn(Buffer.from('GIF89a'))).toBe(0)
})
