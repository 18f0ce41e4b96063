import { readFile } from 'node:fs/promises'
import type { Page, Route } from '@playwright/test'
import { expect, test } from './checks.ts'
import { join } from './members.ts'
import { knownIn } from './looks/screens.ts'

test.use({ viewport: { width: 390, height: 844 } })

const cards = (page: Page) => page.getByRole('article')

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a burger is found, filtered and opened on a phone, and a vote for it leads to the log-in, which remembers it', async ({
    page,
  }) => {
    await page.goto('/home')
    await page.getByRole('combobox', { name: 'Enter your desired city' }).fill('Minneapolis')
    await page.getByRole('radio', { name: '5 miles' }).check()
    await page.getByRole('button', { name: 'Look there' }).click()
    await page.getByRole('link', { name: 'Burgers' }).click()
    await expect(
      page.getByRole('heading', { name: /^Within 5 miles of Minneapolis/ }),
    ).toBeVisible()
    const whole = await cards(page).count()

    await page.getByRole('button', { name: 'Click here to filter your choices' }).click()
    await page.getByRole('checkbox', { name: 'Bacon' }).check()
    await page.getByRole('radio', { name: '20 miles' }).check()
    await page.getByRole('button', { name: 'Show the dishes' }).click()
    await expect(page).toHaveURL(/minneapolis-mn-us\?tags=\d+$/)
    await expect(page.getByRole('link', { name: 'Remove Bacon' })).toBeVisible()
    const filtered = await cards(page).count()
    expect(filtered).toBeGreaterThan(0)
    expect(filtered).toBeLessThan(whole)

    await page.goto('/burgers')
    // By the keyboard, because the cards above it get their real heights while it is scrolled to.
    await page.getByRole('link', { name: 'Load more' }).press('Enter')
    await expect(cards(page).first()).toContainText('Rank 21')

    const best = cards(page).first()
    const name = await best.getByRole('heading').innerText()
    await best.getByRole('heading').getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.getByRole('button', { name: /^Tap to Upvote/ }).click()
    await expect(page).toHaveURL(/\/login\?.*next=%2Fdish%2F\d+/)
    await expect(page.getByText(`your vote for ${name} counts`)).toBeVisible()
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  })

  test(
    'a list is taken along by plain links, filters and all',
    { tag: '@long' },
    async ({ page }) => {
      const take = async (name: string) => {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('link', { name, exact: true }).click(),
        ])
        const path = await download.path()
        return { name: download.suggestedFilename(), text: await readFile(path, 'utf8') }
      }
      // Uses a city where no other test saves anything.
      await page.goto('/burgers/los-angeles-ca-us?distanceMiles=10&tags=37')
      const listed = await cards(page).getByRole('heading').allInnerTexts()
      const near = await page
        .getByRole('list', { name: /^Within/ })
        .getByRole('article')
        .count()
      const csv = await take('CSV')
      expect(csv.name).toBe('yolo-burgers.csv')
      const [head, ...rows] = csv.text.trimEnd().split('\r\n')
      expect(head).toMatch(/^\uFEFF"rank","miles","name","category","restaurant",/)
      expect(rows).toHaveLength(near)
      const map = JSON.parse((await take('GeoJSON')).text) as {
        features: { properties: { name: string; tags: string } }[]
      }
      expect(map.features.map(({ properties }) => properties.name)).toEqual(listed.slice(0, near))
      expect(map.features.filter(({ properties }) => !properties.tags.includes('Smash'))).toEqual(
        [],
      )
    },
  )
})

/**
 * Delays the page's scripts, or the files that match `which`. Returns a function that lets them load.
 */
async function holdScripts(page: Page, which = /assets\/[^/]*\.js$/) {
  const waiting: Route[] = []
  let open = false
  await page.route(which, (route) => {
    if (open) return route.continue()
    waiting.push(route)
  })
  return async () => {
    open = true
    await Promise.all(waiting.splice(0).map((route) => route.continue()))
  }
}

test('a visitor’s vote before the scripts are there leads to the log-in, and counts after it', async ({
  page,
}) => {
  const member = await join(page)
  const letGo = await holdScripts(page)
  await page.goto('/burgers/minneapolis-mn-us', { waitUntil: 'commit' })
  // Reads textContent, because innerText may be empty before the page is rendered.
  const name = (await cards(page).nth(2).getByRole('heading').textContent())!
  await cards(page)
    .nth(2)
    .getByRole('button', { name: /^Tap to Upvote/ })
    .click()
  await expect(page.getByText(`your vote for ${name} counts`)).toBeVisible()
  await letGo()
  await page.getByLabel('E-mail').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill('nine calm otters')
  // A tap before hydration is lost, but what is typed stays.
  await expect(async () => {
    await page.getByRole('button', { name: 'Current Members - Log In' }).click({ timeout: 1_000 })
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(page.getByRole('button', { name: /^UPVOTED/ })).toBeVisible()
})

test(
  'nothing moves while a page comes, its font and scripts late',
  { tag: '@long' },
  async ({ page, baseURL }) => {
    const { dish, restaurant, member } = await knownIn(baseURL!)
    await page.addInitScript(() => {
      const moved: string[] = []
      Object.assign(window, { moved })
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[])
          // Nobody sees less: a word that is half a pixel wider in the other font.
          if (shift.value > 0.001) moved.push(`${location.pathname}: ${shift.value}`)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const path of [
      '/home',
      '/burgers/minneapolis-mn-us',
      `/dish/${dish}`,
      `/restaurant/${restaurant}`,
      `/user/${member}`,
    ])
      for (const width of [390, 1280]) {
        const letGo = await holdScripts(page, /\.woff2$|assets\/[^/]*\.js$/)
        await page.setViewportSize({ width, height: 844 })
        await page.goto(path, { waitUntil: 'commit' })
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await letGo()
        await page.waitForLoadState('networkidle')
        expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual(
          [],
        )
        await page.unrouteAll()
      }
  },
)
