import { expect, expectClean, test } from '../checks.ts'
import { cards, desktop, map, near, phone } from './map.ts'

test(
  'where the map’s script doesn’t come, a phone says so and has the list',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize(phone)
    let tries = 0
    await page.route(/\/list-map[^/]*\.js/, (route) => {
      tries++
      return route.abort()
    })
    await page.goto(`/burgers?${near}&view=map`)
    // The page is loaded once more, since a newer build might have replaced the script.
    await expect.poll(() => tries).toBeGreaterThanOrEqual(2)
    await expect(map(page).getByText('The map could not be loaded')).toBeInViewport({ ratio: 0.7 })
    await expect(cards(page).first()).toBeInViewport()
    await expectClean(page, { expected: /ERR_FAILED/ })
  },
)

test(
  'without scripts, and without WebGL, the list is there and the map says what it lacks',
  { tag: '@long' },
  async ({ browser, page }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    for (const viewport of [phone, desktop]) {
      await plain.setViewportSize(viewport)
      await plain.goto(`/burgers?${near}&view=map`)
      await expect(plain.getByText('The map needs JavaScript.')).toBeVisible()
      await expect(cards(plain).first()).toBeVisible()
    }
    await context.close()

    await page.addInitScript(() => {
      const { getContext } = HTMLCanvasElement.prototype
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string) {
        return kind.startsWith('webgl') ? null : getContext.call(this, kind as '2d')
      } as typeof getContext
    })
    const says = async (words: string) => {
      for (const viewport of [phone, desktop]) {
        await page.setViewportSize(viewport)
        await page.goto(`/burgers?${near}&view=map`)
        await expect(map(page).getByText(words)).toBeInViewport({ ratio: 0.7 })
        await expect(cards(page).first()).toBeInViewport()
      }
    }
    await says('This browser can’t draw maps')
    for (const script of [/\/map-pane[^/]*\.js/, /\/list-map[^/]*\.js/]) {
      await page.route(script, (route) => route.abort())
      await says('The map could not be loaded')
    }
  },
)
