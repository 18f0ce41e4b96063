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
