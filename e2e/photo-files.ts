import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/**
 * Returns a photo that is red and green at the top and blue and yellow at the bottom, which shows how it was rotated.
 */
export async function quarters() {
  const colours = ['#d02020', '#20a020', '#2020d0', '#d0d020']
  const input = await Promise.all(
    colours.map(async (background, at) => ({
      input: await sharp({ create: { width: 600, height: 450, channels: 3, background } })
        .png()
        .toBuffer(),
      left: (at % 2) * 600,
      top: at < 2 ? 0 : 450,
    })),
  )
  const ground = { width: 1200, height: 900, channels: 3, background: '#fff' } as const
  return sharp({ create: ground }).composite(input).jpeg({ quality: 95 }).toBuffer()
}

/** Returns a photo of noise, which compresses badly and is therefore large. */
export async function noise() {
  const grain = { type: 'gaussian', mean: 128, sigma: 80 } as const
  const ground = {
    width: 1600,
    height: 1200,
    channels: 3,
    background: '#fff',
    noise: grain,
  } as const
  return sharp({ create: ground }).jpeg({ quality: 90 }).toBuffer()
}

/** Returns what Playwright's file chooser takes. */
export const file = (buffer: Buffer, name = 'dish.jpg', mimeType = 'image/jpeg') => ({
  name,
  mimeType,
  buffer,
})

/** Returns a valid PNG of 900 megapixels, which no browser can decode. It is small, because it is all black. */
export function giantPng(): Buffer {
  const side = 30_000
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  // One bit per pixel, in shades of gray.
  head[8] = 1
  const rows = deflateSync(Buffer.alloc(side * (1 + side / 8)), { level: 1 })
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(content.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
