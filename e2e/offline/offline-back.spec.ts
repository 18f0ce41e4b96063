import type { Page } from '@playwright/test'
import { expect, expectClean, loadUntil, test } from '../checks.ts'
import { knownIn } from '../looks/screens.ts'

// BACK without a network, to pages that were opened by their address, so that the browser never asked for their data.
test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } })

/** Opens a page by its address, and waits until the service worker has kept it. */
async function open(page: Page, path: string) {
  await page.goto(path)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const isKept = () => page.evaluate((one) => caches.match(one).then(Boolean), path)
  await expect.poll(isKept).toBe(true)
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test(
  'Back to a list and to a dish that were opened by their address',
  { tag: '@long' },
  async ({ page, context }) => {
    const list = '/burgers/minneapolis-mn-us'
    await open(page, list)
    const link = page.getByRole('article').first().getByRole('heading').getByRole('link')
    const name = await link.innerText()
    const dish = (await link.getAttribute('href'))!
    await link.click()
    await expect(heading(page)).toHaveText(name)
    await context.setOffline(true)
    await page.goBack()
    await expect(heading(page)).toHaveText('Burgers')
    await expect(page).toHaveURL(list)
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByText(/^As of \d/)).toBeVisible()
    await page.goForward()
    await expect(heading(page)).toHaveText(name)

    await context.setOffline(false)
    await open(page, dish)
    await page.locator('main a[href^="/restaurant/"]').first().click()
    await page.waitForURL('**/restaurant/*')
    await expect(heading(page)).not.toHaveText(name)
    await context.setOffline(true)
    await page.goBack()
    await expect(heading(page)).toHaveText(name)
    await expect(page.getByText(/^As of \d/)).toBeVisible()
  },
)

test(
  'a list that Back restores after a page that isn’t on this device keeps its time',
  { tag: '@long' },
  async ({ page, context }) => {
    const list = '/burgers/minneapolis-mn-us'
    await open(page, list)
    await context.setOffline(true)
    // The service worker may be told later than the page that there is no network.
    const isOld = () => page.evaluate(() => 'asOf' in document.documentElement.dataset)
    await loadUntil(() => page.reload(), isOld)
    const visited = () =>
      page.evaluate(async (path) => {
        const name = (await caches.keys()).find((one) => one.endsWith('visits'))!
        const found = await (await caches.open(name)).match(path)
        return ((await found?.json()) as { at: string } | undefined)?.at
      }, list)
    await expect.poll(visited).toBeDefined()
    const at = Date.parse((await visited())!)
    const dish = page.getByRole('article').nth(4).getByRole('heading').getByRole('link')
    await page.goto((await dish.getAttribute('href'))!)
    await expect(heading(page)).toHaveText('You are offline')
    await page.goBack()
    await expect(heading(page)).toHaveText('Burgers')
    await expect(page.getByText(/^As of \d/)).toBeVisible()
    expect(Date.parse((await visited())!)).toBeLessThanOrEqual(at)
  },
)

test(
  'Back to a page that isn’t on this device says so, and opens it once there is a network',
  { tag: '@long' },
  async ({ page, context, baseURL }) => {
    const { member } = await knownIn(baseURL!)
    await page.goto(`/user/${member}`)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    const name = await heading(page).innerText()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Categories' }).click()
    await expect(page).toHaveURL('/categories')
    await context.setOffline(true)
    await page.goBack()
    await expect(heading(page)).toHaveText('You are offline')
    await context.setOffline(false)
    await expect(page).toHaveURL(`/user/${member}`)
    await expect(heading(page)).toHaveText(name)
  },
)

test(
  'a city goes on being kept while its member looks at another page',
  { tag: '@long' },
  async ({ page }) => {
    await open(page, '/burgers/minneapolis-mn-us')
    const keep = page.getByRole('button', { name: /^Keep this city/ })
    await keep.press('Enter')
    await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
    await expect(page).toHaveURL(/\/dish\//)
    await expect(page.getByText('Minneapolis is on this device.')).toBeVisible({ timeout: 60_000 })
    await page.goBack()
    await expect(page.getByText(/^Minneapolis is on this device, [\d.]+ MB$/)).toBeVisible()
  },
)

test(
  'a kept city says where its dishes are, and what isn’t on this device leaves its list open',
  { tag: '@long' },
  async ({ page, context }) => {
    const list = '/burgers/minneapolis-mn-us'
    await open(page, list)
    await page.getByRole('button', { name: /^Keep this city/ }).press('Enter')
    await expect(page.getByText(/^Minneapolis is on this device/)).toBeVisible({ timeout: 60_000 })
    await context.setOffline(true)
    const isOld = () => page.evaluate(() => 'asOf' in document.documentElement.dataset)
    await loadUntil(() => page.reload(), isOld)
    const card = page.getByRole('article').nth(4)
    await expect(card).toContainText(/ mi(?: · \$+)? · \d+ \w+/)
    await expect(page.getByText(/^As of \d/)).toBeVisible()

    const told = page.getByText('You are offline, and that isn’t on this device.')
    const stays = async () => {
      await expect(told).toBeVisible()
      await expect(page).toHaveURL(list)
      await expect(card).toBeVisible()
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expect(told).toBeHidden()
    }
    await card.getByRole('heading').getByRole('link').click()
    await stays()
    await card.locator('a[href^="/restaurant/"]').click()
    await stays()
    await page.getByRole('link', { name: 'Map', exact: true }).click()
    await stays()
    for (const name of ['Open now', 'Smash']) {
      await page.getByRole('button', { name: 'Click here to filter your choices' }).click()
      await page.getByRole('checkbox', { name }).first().click()
      await expect(page.getByRole('dialog', { name: 'Filter your choices' })).toBeHidden()
      await stays()
    }
    await page.getByRole('button', { name: 'Click here to filter your choices' }).click()
    await expect(page.getByRole('checkbox', { name: 'Open now' })).not.toBeChecked()
    await page.keyboard.press('Escape')
    await expectClean(page, { expected: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|503/ })
    // Another list of the city opens.
    await page.getByRole('link', { name: 'Handheld', exact: true }).click()
    await expect(heading(page)).toHaveText('Handheld')
    await expect(card).toContainText(/ mi(?: · \$+)? · \d+ \w+/)
    // So does the page of all categories, which needs nothing of the server.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Categories' }).click()
    await expect(heading(page)).toHaveText('Categories')
  },
)
