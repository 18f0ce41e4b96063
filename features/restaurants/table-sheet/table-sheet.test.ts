import { expect, it } from 'vitest'
import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
const sheetOf = (id: number, query = '') => app.get(`/api/restaurants/${id}/table-sheet${query}`)

/** Reads the QR code of a sheet as a camera would. */
async function scanned(svg: string) {
  const { data, info } = await sharp(Buffer.from(svg), { density: 150 })
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data: new Uint8ClampedArray(data) })
}

it('a restaurant’s sheet leads to its page, on A6 or A5', async () => {
  const { id } = await app.restaurant({ name: 'Lucy & Gus' })
  const { status, text, headers } = await sheetOf(id)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('image/svg+xml')
  expect(text).toContain('width="105mm" height="148mm"')
  expect(text).toContain('<title>Lucy &#38; Gus</title>')
  expect(await scanned(text)).toBe(`http://yolo.test/restaurant/${id}`)
  const { text: larger } = await sheetOf(id, '?size=A5')
  expect(larger).toContain('width="148mm" height="210mm"')
  expect(await scanned(larger)).toBe(`http://yolo.test/restaurant/${id}`)
  expect((await sheetOf(id, '?size=A4')).status).toBe(400)
})

it('is black on white, with nothing that a page’s policy forbids', async () => {
  const { id } = await app.restaurant({ name: '</title><script>alert(1)</script>' })
  const { text } = await sheetOf(id)
  expect(
    new Set([...text.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, color]) => color)),
  ).toEqual(new Set(['#fff', '#000']))
  expect(text).not.toMatch(/<script|<style|style=/)
})

it('writes names of other scripts whole, and long ones in three lines', async () => {
  const arabic = 'مطعم الشام'
  const { id } = await app.restaurant({ name: arabic })
  expect((await sheetOf(id)).text).toMatch(new RegExp(`direction="rtl"[^>]*>${arabic}</text>`))
  const long = await app.restaurant({ name: 'The Extraordinarily Long Name '.repeat(6).trim() })
  expect(await scanned((await sheetOf(long.id)).text)).toBe(
    `http://yolo.test/restaurant/${long.id}`,
  )
})

it('there is none of a restaurant that is closed or gone', async () => {
  for (const gone of ['hidden_at', 'deleted_at']) {
    const { id } = await app.restaurant()
    await app.database
      .updateTable('restaurants')
      .set({ [gone]: new Date() })
      .where('id', '=', id)
      .execute()
    expect((await sheetOf(id)).status).toBe(404)
  }
})
