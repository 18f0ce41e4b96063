import { expect, expectClean, test } from '../checks.ts'
import { cards, desktop, map, marks, near, phone, ready } from './map.ts'

test.describe('map', () => {
  test('loads nothing until it is opened', async ({ page }) => {
    const requests: string[] = []
    page.on('request', (request) => void requests.push(new URL(request.url()).pathname))
    await page.setViewportSize(desktop)
    await page.goto(`/burgers?${near}`)
    await page.waitForLoadState('networkidle')
    expect(requests.filter((path) => /\/api\/map\/|built-in|map-pane|maplibre/.test(path))).toEqual(
      [],
    )
    await page.getByRole('link', { name: 'Map', exact: true }).click()
    await ready(page)
    await expect(marks(page).first()).toHaveAccessibleName(/^1\. .+, .+/)
    await expectClean(page)
    await page.getByRole('link', { name: 'List', exact: true }).click()
    await expect(map(page)).toBeHidden()
  })

  test('has every dish of the list in a mark, which shows it by pointer and by key', async ({
    page,
  }) => {
    await page.setViewportSize(desktop)
    await page.goto(`/burgers?${near}`)
    await page.getByRole('link', { name: 'Map', exact: true }).click()
    await expect(page).toHaveURL(/[?&]view=map/)
    await ready(page)
    await expect(marks(page).first()).toBeVisible()
    const names = await marks(page).evaluateAll((all) => all.map((mark) => mark.ariaLabel ?? ''))
    const more = names.map((name) => Number(/and (\d+) more here$/.exec(name)?.[1] ?? 0))
    const all = more.reduce((sum, count) => sum + 1 + count, 0)
    expect(all).toBe(await page.locator('ol').first().locator('> li').count())
    await map(page).locator('.maplibregl-canvas').focus()
    await page.keyboard.press('Tab')
    await expect(marks(page).first()).toBeFocused()
    const single = map(page)
      .getByRole('button', { name: /^\d+\. .*(?<!more here)$/ })
      .last()
    await single.focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('.map-here').getByRole('link')).toHaveAttribute('href', /^\/dish\//)
    await page.keyboard.press('Escape')
    await expect(page.locator('.map-here')).toBeHidden()
    await expectClean(page)
  })

  test(
    'searches again where it was moved, and "back" leads back',
    { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize(desktop)
      await page.goto('/burgers/minneapolis-mn-us?distanceMiles=5&view=map')
      await ready(page)
      const before = page.url()
      const heading = page.getByRole('heading', { level: 2 }).first()
      await expect(heading).toHaveText('Within 5 miles of Minneapolis')
      await map(page).locator('.maplibregl-canvas').focus()
      for (let at = 0; at < 3; at++) await page.keyboard.press('ArrowRight')
      await map(page)
        .getByRole('button', { name: /^Search here/ })
        .click()
      await expect(page).toHaveURL(/\/burgers\?latitude=4\d\.\d+&longitude=-9\d\.\d+.*&view=map/)
      await expect(heading).not.toHaveText('Within 5 miles of Minneapolis')
      await page.goBack()
      await expect(page).toHaveURL(before)
    },
  )

  test('takes the list’s place on a phone, and says there when nothing is found', async ({
    page,
  }) => {
    await page.setViewportSize(phone)
    await page.goto(`/burgers?${near}`)
    await page.getByRole('link', { name: 'Map', exact: true }).click()
    await ready(page)
    await expect(cards(page).first()).toBeHidden()
    await expectClean(page)
    await page.getByRole('link', { name: 'List', exact: true }).click()
    await expect(cards(page).first()).toBeVisible()
    await page.goto('/burgers?latitude=47.6&longitude=-101.2&view=map')
    await expect(map(page).getByRole('status')).toContainText('Nobody has saved any burgers')
    await map(page).getByRole('link', { name: 'Show the list' }).click()
    await expect(page).not.toHaveURL(/view=map/)
  })

  test(
    'says why it doesn’t come: no scripts, no WebGL, no connection',
    { tag: '@long' },
    async ({ browser, page }) => {
      const context = await browser.newContext({ javaScriptEnabled: false })
      const plain = await context.newPage()
      await plain.goto(`/burgers?${near}&view=map`)
      await expect(plain.getByText('The map needs JavaScript.')).toBeVisible()
      await expect(cards(plain).first()).toBeVisible()
      await context.close()
      await page.addInitScript(() => {
        const { getContext } = HTMLCanvasElement.prototype
        HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string) {
          return kind.startsWith('webgl') ? null : getContext.call(this, kind as '2d')
        } as typeof getContext
      })
      await page.setViewportSize(phone)
      await page.goto(`/burgers?${near}&view=map`)
      await expect(map(page).getByText('This browser can’t draw maps')).toBeVisible()
      await expect(cards(page).first()).toBeVisible()
      await page.route(/\/map-pane[^/]*\.js/, (route) => route.abort())
      await page.goto(`/burgers?${near}&view=map`)
      await expect(map(page).getByText('The map could not be loaded')).toBeVisible()
    },
  )

  test(
    'is drawn on the built-in map if the operator’s style doesn’t come',
    { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize(desktop)
      const style = new URL('/foreign/style.json', test.info().project.use.baseURL).href
      const styles = { light: style, dark: style }
      await page.route('**/api/map/basemap*', (route) =>
        route.fulfill({ json: { styles, file: null } }),
      )
      await page.route('**/foreign/style.json', (route) => route.fulfill({ status: 503 }))
      await page.goto(`/burgers?${near}&view=map`)
      await ready(page)
      await expect(map(page).getByText('Natural Earth')).toBeVisible()
    },
  )
})
