import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

type Drawn = {
  width?: number
  height?: number
  colour?: string
  format?: 'jpeg' | 'png'
  noise?: boolean
}

/** Returns a photo of a single color, or with `noise` one that hardly compresses. */
export async function makePhoto({
  width = 80,
  height = 60,
  colour = '#c04020',
  format = 'jpeg',
  noise = false,
}: Drawn = {}): Promise<Buffer<ArrayBuffer>> {
  const grain = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const drawn = sharp({
    create: noise
      ? { width, height, channels: 3, background: colour, noise: grain }
      : { width, height, channels: 3, background: colour },
  })
  return Buffer.from(await drawn.toFormat(format).toBuffer())
}

/**
 * Returns a complete black PNG of any size without drawing it. It is small to send but can be very large when decoded.
 */
export function blackPng(width: number, height: number, { depth = 8, channels = 1 } = {}) {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = depth
  head[9] = { 1: 0, 3: 2, 4: 6 }[channels]!
  const row = 1 + (width * channels * depth) / 8
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(row * height), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(kind: string, content: Buffer) {
  const named = Buffer.concat([Buffer.from(kind), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
