import sharp from 'sharp'

type Drawn = {
  width?: number
  height?: number
  color?: string
  format?: 'jpeg' | 'png'
  noise?: boolean
}

/** Returns a photo of a single color, or with `noise` one that hardly compresses. */
export async function makePhoto({
  width = 80,
  height = 60,
  color = '#c04020',
  format = 'jpeg',
  noise = false,
}: Drawn = {}): Promise<Buffer<ArrayBuffer>> {
  const grain = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const drawn = sharp({
    create: noise
      ? { width, height, channels: 3, background: color, noise: grain }
      : { width, height, channels: 3, background: color },
  })
  return Buffer.from(await drawn.toFormat(format).toBuffer())
}
