import type { Page } from '@playwright/test'
import { expect, expectClean, handlesClicks, loadUntil, test } from '../checks.ts'

// Which kept list a category leads to without a network, if its address has a point instead of a city.
test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } })

const losAngeles = '/pizza/los-angeles-ca-us'
const minneapolis = '/pizza/minneapolis-mn-us'
const newYork = { name: 'New York, NY, US', lat: 40.7128, lng: -74.006 }

async function openKept(page: Page, path: string) {
  await page.goto(path)
  await untilKept(page, path)
}

async function untilKept(page: Page, path: string) {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const isKept = () => page.evaluate((one) => caches.match(one).then(Boolean), path)
  await expect.poll(isKept).toBe(true)
}

/** Opens Pizza on the home page, with this city as the chosen one. */
async function openPizzaOf(page: Page, city: typeof newYork) {
  await page.evaluate((one) => localStorage.setItem('location', JSON.stringify(one)), city)
  await page.goto('/home')
  await expect(page.getByRole('combobox', { name: 'Enter your desired city' })).toHaveValue(
    city.name,
  )
  await handlesClicks(page)
  await page.getByRole('link', { name: 'Pizza' }).click()
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test(
  'a category on the home page leads to the chosen city’s list, never to one far away',
  { tag: '@long' },
  async ({ page, context }) => {
    await openKept(page, losAngeles)
    // A list that a link led to has left only the answers of its calls.
    await openKept(page, '/burgers/minneapolis-mn-us')
    await page.getByRole('link', { name: 'Pizza', exact: true }).click()
    await expect(page).toHaveURL(minneapolis)
    await untilKept(page, minneapolis)

    await context.setOffline(true)
    await openPizzaOf(page, { name: 'Los Angeles, CA, US', lat: 34.0522, lng: -118.2437 })
    await expect(page).toHaveURL(losAngeles)
    await expect(page.getByText(/^As of \d/)).toBeVisible()
    await openPizzaOf(page, { name: 'Saint Paul, MN, US', lat: 44.9445, lng: -93.0933 })
    await expect(page).toHaveURL(minneapolis)
    await expect(page.getByText('Within 20 miles of Minneapolis')).toBeVisible()
    await openPizzaOf(page, newYork)
    await expect(heading(page)).toHaveText('You are offline')
    await expect(page.getByRole('link', { name: /^Pizza in/ })).toHaveCount(2)
  },
)

test(
  'a city kept on this device is found from the home page and from a list of another city',
  { tag: '@long' },
  async ({ page, context }) => {
    await openKept(page, losAngeles)
    await page.getByRole('button', { name: /^Keep this city/ }).press('Enter')
    await expect(page.getByText(/^Los Angeles is on this device/)).toBeVisible({ timeout: 60_000 })
    await openKept(page, minneapolis)
    const around = `latitude=${newYork.lat.toFixed(3)}&longitude=${newYork.lng}&distanceMiles=20`
    await openKept(page, `/burgers?${around}`)

    await context.setOffline(true)
    // The service worker may be told later than the page that there is no network.
    const isOld = () => page.evaluate(() => 'asOf' in document.documentElement.dataset)
    await loadUntil(() => page.reload(), isOld)
    await expect(page.getByText(/^As of \d/)).toBeVisible()
    await handlesClicks(page)
    await page.getByRole('link', { name: 'Pizza', exact: true }).click()
    await expect(page.getByText('You are offline, and that isn’t on this device.')).toBeVisible()
    await expect(page).toHaveURL(`/burgers?${around}`)

    await page.goto(minneapolis)
    await expect(page.getByText(/^As of \d/)).toBeVisible()
    await handlesClicks(page)
    await page.getByRole('button', { name: /^Minneapolis/ }).click()
    const field = page.getByRole('dialog').getByRole('combobox')
    await field.fill('Los Angeles')
    await page.getByRole('option', { name: 'Los Angeles' }).first().click()
    await expect(page).toHaveURL(losAngeles)
    await expect(page.getByText('Within 20 miles of Los Angeles')).toBeVisible()
    await openPizzaOf(page, { name: 'Los Angeles, CA, US', lat: 34.0522, lng: -118.2437 })
    await expect(page).toHaveURL(losAngeles)
    await expectClean(page, { expected: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|503/ })
  },
)
