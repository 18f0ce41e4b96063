import type { Page } from '@playwright/test'
import { pmtilesOf } from '#features/map/file/pmtiles.testing.ts'
import { expect, test } from '../checks.ts'
import { desktop, map, marks, near, ready } from './map.ts'

/**
 * Makes the site use `style`, as an operator could set it. The style is at /foreign/style.json on the site's own
 * origin, which its CSP allows.
 */
async function styled(page: Page, style: unknown, status = 200) {
  const address = new URL('/foreign/style.json', test.info().project.use.baseURL).href
  await page.route('**/api/map/basemap*', (route) =>
    route.fulfill({ json: { kind: 'style', style: address, file: null, attribution: [] } }),
  )
  await page.route('**/foreign/style.json', (route) => route.fulfill({ status, json: style }))
}

const greenTile = (page: Page) =>
  page.evaluate(() => {
    const tile = document.createElement('canvas')
    tile.width = tile.height = 256
    const pen = tile.getContext('2d')!
    pen.fillStyle = 'rgb(0, 150, 60)'
    pen.fillRect(0, 0, 256, 256)
    return tile.toDataURL('image/png')
  })

/** Returns the share of the map, from 0 to 1, that is as green as the tile of greenTile. */
async function greenShare(page: Page) {
  const seen = await page.locator('.maplibregl-canvas').screenshot()
  return page.evaluate(
    async (png) => {
      const picture = new Image()
      picture.src = png
      await picture.decode()
      const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!
      pen.drawImage(picture, 0, 0)
      const { data } = pen.getImageData(0, 0, picture.width, picture.height)
      let green = 0
      for (let at = 0; at < data.length; at += 4)
        if (data[at]! < 60 && data[at + 1]! > 120 && data[at + 2]! < 100) green++
      return green / (data.length / 4)
    },
    `data:image/png;base64,${seen.toString('base64')}`,
  )
}

test.describe('basemap', () => {
  test(
    'a ground whose tiles don’t come gives way to the drawn map',
    { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize(desktop)
      const style = {
        version: 8,
        sources: {
          away: { type: 'raster', tiles: ['{z}/{x}/{y}'], tileSize: 256, attribution: 'Away Maps' },
        },
        layers: [{ id: 'away', type: 'raster', source: 'away' }],
      }
      await styled(page, style)
      await page.route('**/foreign/*/*/*', (route) => route.fulfill({ status: 403 }))
      await page.goto(`/burgers?${near}&view=map`)
      await expect(map(page).getByText('a drawn map stands in')).toBeVisible({ timeout: 60_000 })
      await expect(marks(page).first()).toBeVisible()
      await expect(map(page).getByText('Away Maps')).toBeHidden()
      await expect(map(page).getByText('GeoNames')).toBeVisible()

      // The drawn map remains when the page switches to dark colors.
      const tile = page.waitForRequest(/\/(api\/map\/drawn|foreign\/\d+)\//)
      await page.emulateMedia({ colorScheme: 'dark' })
      expect((await tile).url()).toContain('/api/map/drawn/')
      await expect(map(page).getByText('GeoNames')).toBeVisible()
    },
  )

  test(
    'a style of the operator’s is fetched by the browser, says whose it is, and isn’t turned off by letters and a tile that fail',
    { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize(desktop)
      await page.goto(`/burgers?${near}`)
      const body = Buffer.from((await greenTile(page)).split(',')[1]!, 'base64')
      const places = { type: 'Point', coordinates: [-93.264, 44.98] }
      await styled(page, {
        version: 8,
        glyphs: 'fonts/{fontstack}/{range}.pbf',
        sources: {
          green: {
            type: 'raster',
            tiles: ['{z}/{x}/{y}'],
            tileSize: 256,
            attribution: '<a href="https://green.example">Green Maps</a><script>alert(1)</script>',
          },
          places: { type: 'geojson', data: places },
        },
        layers: [
          { id: 'green', type: 'raster', source: 'green' },
          {
            id: 'names',
            type: 'symbol',
            source: 'places',
            layout: { 'text-field': 'Here', 'text-font': ['Bold'] },
          },
        ],
      })
      await page.route('**/foreign/fonts/**', (route) => route.fulfill({ status: 403 }))
      let tiles = 0
      await page.route('**/foreign/*/*/*', (route) =>
        tiles++ === 0
          ? route.fulfill({ status: 403 })
          : route.fulfill({ body, contentType: 'image/png' }),
      )
      await page.goto(`/burgers?${near}&view=map`)
      await ready(page)
      const credit = map(page).getByRole('link', { name: 'Green Maps' })
      await expect(credit).toHaveAttribute('href', 'https://green.example/')
      await expect.poll(() => greenShare(page), { timeout: 60_000 }).toBeGreaterThan(0.4)
      await expect(map(page).getByText('a drawn map stands in')).toBeHidden()
      await expect(map(page).getByText('GeoNames')).toBeHidden()
    },
  )

  test(
    'a style that doesn’t come, or is none, gives way to the drawn map',
    { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize(desktop)
      for (const answer of [
        { status: 500 },
        { json: 'words' },
        { json: { version: 8, sources: {}, layers: [{ id: 'x', type: 'nonsense' }] } },
      ]) {
        await styled(page, answer.json, answer.status)
        await page.goto(`/burgers?${near}&view=map`)
        await expect(map(page).getByText('a drawn map stands in')).toBeVisible({ timeout: 60_000 })
        await ready(page)
        await expect(map(page).getByText('GeoNames')).toBeVisible()
      }
    },
  )

  test(
    'a PMTiles file of the operator’s is read by ranges and drawn',
    { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize(desktop)
      await page.goto(`/burgers?${near}`)
      const body = Buffer.from((await greenTile(page)).split(',')[1]!, 'base64')
      const bytes = pmtilesOf({ tiles: [{ z: 0, x: 0, y: 0, body }], type: 2 })
      const file = {
        name: `${'0'.repeat(32)}.pmtiles`,
        bytes: bytes.length,
        kind: 'raster',
        minzoom: 0,
        maxzoom: 0,
        bounds: [-180, -85, 180, 85],
        layers: [],
      }
      const attribution = [{ text: 'Green Maps', href: null }]
      await page.route('**/api/map/basemap*', (route) =>
        route.fulfill({ json: { kind: 'file', style: null, file, attribution } }),
      )
      const ranges: string[] = []
      await page.route(`**/api/map/file/${file.name}`, (route) => {
        const range = route.request().headers().range ?? ''
        ranges.push(range)
        const [from = 0, to = 0] = (/^bytes=(\d+)-(\d+)$/.exec(range) ?? []).slice(1).map(Number)
        const end = Math.min(to, bytes.length - 1)
        return route.fulfill({
          status: 206,
          headers: {
            'content-type': 'application/octet-stream',
            'content-range': `bytes ${from}-${end}/${bytes.length}`,
            etag: '"green"',
          },
          body: bytes.subarray(from, end + 1),
        })
      })
      await page.goto(`/burgers?${near}&view=map`)
      await ready(page)
      await expect(map(page).getByText('Green Maps')).toBeVisible()
      expect(ranges.length).toBeGreaterThan(0)
      expect(ranges).not.toContain('')
      // Most of the visible map has the green of the file.
      await expect.poll(() => greenShare(page), { timeout: 60_000 }).toBeGreaterThan(0.5)
    },
  )
})
