// Draws the icons in platform/web/public. `mark` is a copy of the mark in icon.svg: if that changes, change `mark` too
// and run this script again.
import { writeFileSync } from 'node:fs'
import sharp from 'sharp'

const folder = new URL('../../platform/web/public/', import.meta.url)
const mark =
  '<path d="M18 16l14 18v14M46 16L32 34" fill="none" stroke="#fffaf3" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/>'

/**
 * If `round`, the corners are rounded, as on a browser tab. Otherwise the color fills the square, for systems that cut
 * icons to their own shape.
 */
const icon = (round, inset = 0) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-inset} ${-inset} ${64 + 2 * inset} ${64 + 2 * inset}">` +
      `<rect x="${-inset}" y="${-inset}" width="${64 + 2 * inset}" height="${64 + 2 * inset}" rx="${round ? 16 : 0}" fill="#c62f14"/>${mark}</svg>`,
  )
const png = (svg, size) =>
  sharp(svg, { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ palette: true, colours: 32 })
    .toBuffer()
const put = (name, bytes) => writeFileSync(new URL(name, folder), bytes)

put('icon-192.png', await png(icon(true), 192))
put('icon-512.png', await png(icon(true), 512))
// The mark stays within the inner four fifths, which no shape cuts off.
put('icon-maskable-512.png', await png(icon(false, 12), 512))
put('apple-touch-icon.png', await png(icon(false, 6), 180))

// An .ico file with a single PNG, for clients that request /favicon.ico without reading the page.
const small = await png(icon(true), 32)
const head = Buffer.alloc(22)
head.writeUInt16LE(1, 2)
head.writeUInt16LE(1, 4)
head.set([32, 32, 0, 0, 1, 0, 32, 0], 6)
head.writeUInt32LE(small.length, 14)
head.writeUInt32LE(22, 18)
put('favicon.ico', Buffer.concat([head, small]))
