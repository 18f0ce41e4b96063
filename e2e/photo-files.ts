import sharp from 'sharp'

/**
 * Returns a photo that is red and green at the top and blue and yellow at the bottom, which shows how it was rotated.
 */
export async function quarters() {
  const colors = ['#d02020', '#20a020', '#2020d0', '#d0d020']
  const input = await Promise.all(
    colors.map(async (background, at) => ({
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

/** Returns what Playwright's file chooser takes. */
export const file = (buffer: Buffer, name = 'dish.jpg', mimeType = 'image/jpeg') => ({
  name,
  mimeType,
  buffer,
})
