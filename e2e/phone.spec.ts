import type { Locator, Page } from '@playwright/test'
import { expect, expectInWindow, test } from './checks.ts'
import { join, logIn } from './members.ts'

// Tests for a phone in one hand: what is visible without scrolling, what the thumb reaches, and what Tab reaches first.
test.use({ viewport: { width: 390, height: 844 } })

const list = '/burgers/minneapolis-mn-us'
const boxOf = async (part: Locator) => (await part.boundingBox())!
const bar = (page: Page) => page.getByRole('navigation', { name: 'Shortcuts' })
const cards = (page: Page) =>
  page.getByRole('list', { name: /^Within 20 miles/ }).getByRole('article')

for (const path of [
  list,
  '/pizza/los-angeles-ca-us',
  '/beer/los-angeles-ca-us',
  '/dessert/minneapolis-mn-us',
])
  test(
    `${path}: the first screen shows rank 1 and its vote, and every vote is large and low on its card`,
    { tag: path === list ? [] : ['@long'] },
    async ({ page }) => {
      await page.goto(path)
      const foot = (await boxOf(bar(page))).y
      const first = await boxOf(
        cards(page)
          .first()
          .getByRole('button', { name: /^Tap to Upvote/ }),
      )
      expect(first.y + first.height, 'the vote of rank 1 is above the bar').toBeLessThan(foot)
      for (const rank of [0, 1, 2, 3]) {
        const card = cards(page).nth(rank)
        const vote = await boxOf(card.getByRole('button', { name: /^(Tap to Upvote|UPVOTED)/ }))
        expect(vote.height).toBeGreaterThanOrEqual(44)
        const { y, width, height } = await boxOf(card)
        expect(vote.width).toBeGreaterThan(width / 2)
        expect(vote.y + vote.height / 2).toBeGreaterThan(y + height * 0.66)
      }
    },
  )

for (const [city, width] of [
  ['minneapolis-mn-us', 390],
  ['philadelphia-pa-us', 360],
] as const)
  test(
    `at ${width} px the bar shows the whole name of ${city}, next to the filter too`,
    { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 600 })
      await page.goto(`/burgers/${city}`)
      const bar = page.getByRole('region', { name: 'City, distance and filter' })
      const name = bar.getByText(/^(Minneapolis|Philadelphia)$/)
      const cut = () =>
        name.evaluate((element) => {
          const range = document.createRange()
          range.selectNodeContents(element)
          const [text, place] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
          return text.width > place.width + 1 || element.scrollWidth > element.clientWidth + 1
        })
      const inOneRow = async () =>
        new Set(
          await bar
            .locator('button, a')
            .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().top)),
        ).size
      expect(await cut()).toBe(false)
      expect(await inOneRow()).toBe(1)
      await page.mouse.wheel(0, 400)
      await expect(bar.getByRole('button', { name: 'Filter' })).toBeVisible()
      expect(await cut()).toBe(false)
      expect(await inOneRow()).toBe(1)
      await expectInWindow(page)
    },
  )

test('from rank 4 on the photo stands next to the text', { tag: '@long' }, async ({ page }) => {
  await page.goto(list)
  for (const rank of [3, 4, 7]) {
    const card = cards(page).nth(rank)
    const name = await boxOf(card.getByRole('heading'))
    const whole = await boxOf(card)
    // The photo to the left of the name takes more than a quarter of the card's width.
    expect(name.x - whole.x).toBeGreaterThan(whole.width / 4)
    expect(name.y - whole.y).toBeLessThan(24)
  }
})

test(
  'the filter comes before the list for the keyboard, as it does for the eye',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(list)
    const filter = page.getByRole('button', { name: 'Click here to filter your choices' })
    await page.getByRole('heading', { level: 1 }).click()
    let stops = 0
    while (stops < 8 && !(await filter.evaluate((it) => it === document.activeElement))) {
      await page.keyboard.press('Tab')
      stops++
    }
    expect(stops, 'stops of Tab from the heading').toBeLessThan(8)
    const link = cards(page).first().getByRole('link').first()
    const precedes = await filter.evaluate(
      (it, other) => Boolean(it.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING),
      await link.elementHandle(),
    )
    expect(precedes).toBe(true)
  },
)

test('under 767 px a bar at the foot has Add and four more, covers nothing, and counts what is unread', async ({
  page,
}) => {
  await page.goto(list)
  await expect(bar(page).getByRole('link')).toHaveText([
    'Home',
    'Search',
    'Add Favorite',
    /^Notices/,
    'Me',
  ])
  await expect(bar(page).getByRole('link', { name: 'Add Favorite' })).toHaveAttribute(
    'href',
    '/add-yolo?category=3',
  )
  // The bar doesn't cover the end of the page, once the cards there are laid out.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const foot = await boxOf(bar(page))
    const last = await boxOf(page.getByRole('contentinfo').locator('p').last())
    expect(last.y + last.height).toBeLessThanOrEqual(foot.y)
  }).toPass()
  // The bar never covers a focused control.
  await page.evaluate(() => scrollTo(0, 0))
  for (let stop = 0; stop < 40; stop++) {
    await page.keyboard.press('Tab')
    const hidden = await page.evaluate(() => {
      const it = document.activeElement!
      const { top, bottom, height } = it.getBoundingClientRect()
      const above = document.querySelector('nav[aria-label="Shortcuts"]')!
      if (above.contains(it) || height === 0) return null
      return bottom > above.getBoundingClientRect().top + 1 && top > 0 ? it.outerHTML : null
    })
    expect(hidden).toBeNull()
  }
  await page.setViewportSize({ width: 767, height: 900 })
  await expect(bar(page)).toBeHidden()
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Add Favorite' }),
  ).toBeVisible()
})

test(
  'BACK and Settings of the notices stand where other screens have them',
  { tag: '@long' },
  async ({ page }) => {
    await logIn(page, await join(page))
    const places: { x: number; y: number }[] = []
    for (const [path, there] of [
      ['/settings', page.getByRole('checkbox').first()],
      ['/notify', page.getByText('No recent activity')],
    ] as const) {
      await page.goto(path)
      // Waits until the page is rendered for the member, because it is first rendered as for a visitor.
      await expect(there).toBeVisible()
      const back = page.getByRole('main').getByRole('link', { name: 'BACK', exact: true })
      const { x, y } = await boxOf(back)
      places.push({ x, y })
      const title = await boxOf(page.getByRole('heading', { level: 1 }))
      expect(y).toBeLessThan(title.y)
    }
    expect(places[1]).toEqual(places[0])
    const settings = await boxOf(page.getByRole('main').getByRole('link', { name: 'Settings' }))
    const title = await boxOf(page.getByRole('heading', { level: 1 }))
    expect(Math.abs(settings.y + settings.height / 2 - (title.y + title.height / 2))).toBeLessThan(
      4,
    )
    expect(settings.x + settings.width).toBeGreaterThan(340)
    await expectInWindow(page)
  },
)

test(
  'without a network a tap leads to the site’s own error page, and to what was tapped once there is one',
  { tag: '@long' },
  async ({ page, context }) => {
    await page.goto(list)
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await bar(page).getByRole('link', { name: 'Me', exact: true }).click()
    const lost = page.getByText('No connection. Try again.')
    await expect(lost).toBeVisible()
    await expect(bar(page)).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page).toHaveURL(/\/start/)
    await expect(lost).toBeHidden()
  },
)
