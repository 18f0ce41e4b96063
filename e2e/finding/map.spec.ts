import type { Page } from '@playwright/test'
import { expect, expectClean, test } from '../checks.ts'
import { cards, desktop, map, marks, near, phone, ready } from './map.ts'

/** Returns the card of a mark's dish. A mark's name begins with the rank. */
const cardOf = async (page: Page, name: string) =>
  cards(page).nth(Number(/^\d+/.exec(name)![0]) - 1)

test.describe('map', () => {
  test(
    'where there is room the map stands beside the list from the start, and one tap puts it away for good',
    { tag: '@long' },
    async ({ page }) => {
      const asked: string[] = []
      page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
      const ofMap = () => asked.filter((path) => /\/api\/map\/|\/(list-)?map-/.test(path))
      // A phone loads nothing of the map.
      await page.setViewportSize(phone)
      await page.goto(`/burgers?${near}`)
      await page.waitForLoadState('networkidle')
      expect(ofMap()).toEqual([])

      await page.setViewportSize(desktop)
      await page.goto(`/burgers?${near}`)
      await ready(page)
      const [list, place] = await Promise.all([
        cards(page).first().boundingBox(),
        map(page).boundingBox(),
      ])
      expect(place!.x).toBeGreaterThan(list!.x + list!.width)
      expect(place!.width).toBeGreaterThan(400)
      expect(list!.width).toBeGreaterThan(600)
      await expect(marks(page).first()).toHaveAccessibleName(/^1\. .+, .+/)
      await expectClean(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectClean(page)

      await page.getByRole('button', { name: 'Hide map' }).click()
      await expect(map(page)).toBeHidden()
      asked.length = 0
      await page.reload()
      await expect(page.getByRole('button', { name: 'Show map' })).toBeVisible()
      await page.waitForLoadState('networkidle')
      // The static picture may still be requested, because the browser has it in its cache.
      expect(ofMap().filter((path) => path !== '/api/map/static')).toEqual([])
      await page.getByRole('button', { name: 'Show map' }).click()
      await ready(page)
    },
  )

  test(
    'before the map has come its place is a picture of the ground, of the same size, and nothing moves',
    { tag: '@long' },
    async ({ page }) => {
      await page.addInitScript(() => {
        const moves: number[] = []
        Object.assign(window, { moves })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            moves.push((entry as unknown as { value: number }).value)
        }).observe({ type: 'layout-shift', buffered: true })
      })
      let come = () => {}
      const late = new Promise<void>((done) => (come = done))
      await page.route(/\/map-pane[^/]*\.js|\/api\/map\/drawn\//, async (route) => {
        await late
        await route.continue()
      })
      await page.setViewportSize(desktop)
      await page.goto(`/burgers?${near}`)
      const picture = page.locator('img[src^="/api/map/static"]')
      await expect(map(page).getByText('The map is coming…')).toBeVisible()
      await expect
        .poll(() =>
          picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0),
        )
        .toBe(true)
      const before = await picture.boundingBox()
      come()
      await ready(page)
      expect(await map(page).boundingBox()).toEqual(before)
      const moved = await page.evaluate(() => (window as unknown as { moves: number[] }).moves)
      expect(moved.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01)
    },
  )

  test('beside a list one button shows and hides the map', async ({ page }) => {
    await page.setViewportSize(desktop)
    await page.goto(`/burgers?${near}`)
    const ofMap = page.locator('form').getByText(/\bmap\b/i)
    await expect(ofMap).toHaveText(['Hide map'])
    await page.getByRole('button', { name: 'Hide map' }).click()
    await expect(page.getByRole('link', { name: 'Larger map' })).toBeHidden()
    await expect(ofMap).toHaveText(['Show map'])
    await page.getByRole('button', { name: 'Show map' }).click()
    await expect(page.getByRole('link', { name: 'Larger map' })).toBeVisible()
  })

  test('without scripts the picture of the ground stands beside the list by itself', async ({
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: desktop })
    const plain = await context.newPage()
    await plain.goto(`/burgers?${near}`)
    await expect(plain.locator('img[src^="/api/map/static"]')).toBeVisible()
    await expect(plain.getByRole('button', { name: 'Hide map' })).toBeHidden()
    await context.close()
  })

  test(
    'on a desktop a link on the map shows it larger beside the list: numbered marks that light up with their cards, by pointer and by key',
    { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize(desktop)
      await page.goto(`/burgers?${near}`)
      await page.getByRole('link', { name: 'Larger map' }).click()
      await expect(page).toHaveURL(/[?&]view=map/)
      await ready(page)
      await expect(cards(page).first()).toBeVisible()
      await expect(marks(page).first()).toHaveAccessibleName(/^1\. .+, .+/)
      const named = await marks(page).evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''))
      const places = named.map((name) => Number.parseInt(name))
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      // Every dish of the list belongs to one of the marks.
      const more = named.map((name) => Number(/and (\d+) more here$/.exec(name)?.[1] ?? 0))
      const all = more.reduce((sum, count) => sum + 1 + count, 0)
      expect(all).toBe(await page.locator('ol').first().locator('> li').count())

      const first = await cardOf(page, named[0]!)
      await first.hover()
      await expect(marks(page).first()).toHaveAttribute('data-lit', '')
      await marks(page).first().hover()
      await expect(first).toHaveAttribute('data-lit', '')
      await page.mouse.move(5, 5)
      await expect(first).not.toHaveAttribute('data-lit')

      // Tab moves the focus from the map to its marks, in the order of their ranks.
      const canvas = page.locator('.maplibregl-canvas')
      await canvas.focus()
      await page.keyboard.press('Tab')
      await expect(marks(page).first()).toBeFocused()
      await expect(first).toHaveAttribute('data-lit', '')
      const last = map(page)
        .getByRole('button', { name: /^\d+\. .*(?<!more here)$/ })
        .last()
      const name = (await last.getAttribute('aria-label'))!
      await last.focus()
      await page.keyboard.press('Enter')
      const here = page.locator('.map-here')
      await expect(here).toBeVisible()
      await expect(await cardOf(page, name)).toBeInViewport()
      await page.keyboard.press('Escape')
      await expect(here).toBeHidden()
      await expectClean(page)

      // If the focused mark merges with others, the merged mark gets the focus.
      await last.focus()
      const joined = page.locator('.map-mark:focus[aria-label$="more here"]')
      await expect(async () => {
        await page.keyboard.press('Minus')
        await expect(joined).toBeVisible({ timeout: 2_000 })
      }).toPass()
      await map(page).getByRole('button', { name: 'Back to the circle' }).click()
      await expect(last).toHaveAccessibleName(name)

      // Loads another list, which ranks the dishes differently and doesn't contain the selected one.
      await last.focus()
      await page.keyboard.press('Enter')
      const gone = await here.getByRole('link').first().textContent()
      await page.route('**/api/yolos?*', async (route) => {
        const response = await route.fetch()
        const list = (await response.json()) as { nearBy: { itemName: string }[] }
        const nearBy = list.nearBy.filter(({ itemName }) => itemName !== gone).toReversed()
        await route.fulfill({ response, json: { ...list, nearBy, nearByCursor: 'more' } })
      })
      // Never answers, because the map already knows where the restaurants are.
      await page.route('**/api/map/restaurants?*', () => {})
      await page.getByRole('link', { name: 'Trending this week' }).click()
      await expect(page).toHaveURL(/trending/)
      await expect(map(page).getByText(/^Dishes 1–\d+, more in the list\.$/)).toBeVisible()
      await expect(here).toBeHidden()
      await expect(async () => {
        for (const mark of await marks(page).all()) {
          const said = (await mark.getAttribute('aria-label'))!
          expect(await mark.textContent()).toBe(/^\d+/.exec(said)![0])
          const dish = (await cardOf(page, said)).getByRole('link', { name: /./ }).first()
          expect(said).toContain(await dish.textContent({ timeout: 1_000 }))
        }
      }).toPass()
    },
  )

  test(
    'a map that was moved asks again with "Search here": the address, the list and "back" follow',
    { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize(desktop)
      await page.goto(`/burgers/minneapolis-mn-us?distanceMiles=5&view=map`)
      await ready(page)
      const before = page.url()
      const heading = page.getByRole('heading', { level: 2 }).first()
      await expect(heading).toHaveText('Within 5 miles of Minneapolis')
      const again = map(page).getByRole('button', { name: /^Search here/ })
      await expect(again).toBeHidden()
      await page.locator('.maplibregl-canvas').focus()
      for (let at = 0; at < 3; at++) await page.keyboard.press('ArrowRight')
      await expect(again).toBeVisible()
      await again.click()
      await expect(page).toHaveURL(
        /\/burgers\?latitude=4\d\.\d+&longitude=-9\d\.\d+&distanceMiles=10&view=map/,
      )
      const { searchParams } = new URL(page.url())
      for (const key of ['latitude', 'longitude'])
        expect(searchParams.get(key)).toMatch(/^-?\d+(\.\d{1,3})?$/)
      expect(Number(searchParams.get('longitude'))).toBeGreaterThan(-93.26)
      await expect(heading).toHaveText(/^Within 10 miles of /)
      await expect(again).toBeHidden()
      await page.goBack()
      await expect(page).toHaveURL(before)
      await expect(heading).toHaveText('Within 5 miles of Minneapolis')
      await ready(page)
    },
  )

  test(
    '"Search here" is offered again where the map was moved on while the answer was late',
    { tag: '@long' },
    async ({ page }) => {
      // Without animations, each move of the map takes effect at once.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.setViewportSize(desktop)
      await page.goto(`/burgers/minneapolis-mn-us?distanceMiles=5&view=map`)
      await ready(page)
      let answer = () => {}
      const late = new Promise<void>((done) => (answer = done))
      await page.route('**/api/yolos?*', async (route) => {
        await late
        await route.continue()
      })
      const again = map(page).getByRole('button', { name: /^Search here/ })
      const canvas = page.locator('.maplibregl-canvas')
      await canvas.focus()
      for (let at = 0; at < 3; at++) await page.keyboard.press('ArrowRight')
      await again.click()
      await expect(again).toHaveAttribute('aria-disabled', 'true')
      await canvas.focus()
      for (let at = 0; at < 3; at++) await page.keyboard.press('ArrowRight')
      answer()
      await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^Within 10 miles/)
      await expect(again).toBeEnabled()
      await map(page).getByRole('button', { name: 'Back to the circle' }).click()
      await expect(again).toBeHidden()
    },
  )

  test(
    'before the map has come its place says so in the middle, and the drawn map ends where marks are told apart',
    { tag: '@long' },
    async ({ page }) => {
      let come = () => {}
      const late = new Promise<void>((done) => (come = done))
      await page.route(/\/map-(pane[^/]*\.js|[^/]*\.css)/, async (route) => {
        await late
        await route.continue()
      })
      // Without animations, each zoom takes effect at once.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.setViewportSize(phone)
      await page.goto(`/burgers?${near}&view=map`)
      const words = await map(page)
        .getByText('The map is coming…')
        .evaluate((element) => {
          const text = document.createRange()
          text.selectNodeContents(element)
          const { x, y, width, height } = text.getBoundingClientRect()
          return { x: x + width / 2, y: y + height / 2 }
        })
      const room = (await map(page).boundingBox())!
      expect(room.height).toBeGreaterThan(phone.height / 2)
      expect(Math.abs(words.x - room.x - room.width / 2)).toBeLessThan(2)
      expect(Math.abs(words.y - room.y - room.height / 2)).toBeLessThan(2)
      come()
      await ready(page)
      const scale = page.locator('.map-scale')
      for (let at = 0; at < 8; at++)
        await map(page).getByRole('button', { name: 'Zoom in' }).click()
      await expect(scale).toHaveText('Scale: 250 ft')
    },
  )

  test('on a phone "Map" takes the list’s place, a mark shows its dish, and "List" and "back" lead back', async ({
    browser,
  }) => {
    const context = await browser.newContext({
      viewport: phone,
      hasTouch: true,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await page.goto(`/burgers?${near}`)
    await page.getByRole('link', { name: 'Map', exact: true }).click()
    await ready(page)
    await expect(cards(page).first()).toBeHidden()
    // Screen reader users first reach the link to the list, then the dishes in the order of their ranks.
    await page.getByRole('link', { name: 'List', exact: true }).focus()
    await page.keyboard.press('Tab')
    const asList = map(page).getByRole('link', { name: 'These dishes as a list' })
    await expect(asList).toBeFocused()
    await expect(asList).toHaveAttribute('href', /^\/burgers\?(?!.*view=map)/)
    const group = map(page).getByRole('group', { name: 'Dishes by rank' })
    await expect(group.getByRole('button').first()).toHaveAccessibleName(/^1\. /)
    await expectClean(page)
    await marks(page).first().tap()
    // If the mark contains several dishes, a tap only zooms in, so another tap is needed.
    await expect(async () => {
      if (await page.locator('.map-here').isHidden()) await marks(page).first().tap()
      await expect(page.locator('.map-here')).toBeVisible({ timeout: 2_000 })
    }).toPass()
    const dish = page.locator('.map-here').getByRole('link').first()
    await expect(dish).toHaveAttribute('href', /^\/dish\/\d+$/)
    await page.getByRole('link', { name: 'List', exact: true }).click()
    await expect(page).not.toHaveURL(/view=map/)
    await expect(cards(page).first()).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/view=map/)
    await expect(cards(page).first()).toBeHidden()
    await context.close()
  })

  const nowhere = 'latitude=47.6&longitude=-101.2'
  const nothingTold = (page: Page) => map(page).getByRole('status')

  test(
    'on a phone a map without dishes says so, and leads to the list',
    { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize(phone)
      await page.goto(`/burgers?${nowhere}&view=map`)
      const words = /^Nobody has saved any burgers within 20 miles of /
      await expect(nothingTold(page).getByText(words)).toBeVisible()
      await expectClean(page)
      await map(page).getByRole('link', { name: 'Show the list' }).click()
      await expect(page).not.toHaveURL(/view=map/)
      await expect(page.getByText(words)).toBeVisible()
    },
  )

  test(
    'a map says that no dish passes the filters, and says nothing beside a list, which says it',
    { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize(phone)
      await page.goto(`/burgers?${nowhere}&tags=37&view=map`)
      await ready(page)
      await expect(nothingTold(page)).toHaveText('No burgers with this tag, within 20 miles.')
      await page.setViewportSize(desktop)
      await page.reload()
      await ready(page)
      await expect(page.getByText('No burgers with this tag, within 20 miles.')).toBeVisible()
      await expect(nothingTold(page)).toHaveCount(0)
    },
  )
})
