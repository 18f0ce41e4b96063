import type { Page } from '@playwright/test'
import { expect, expectClean, test } from '../checks.ts'
import { join, logIn, type Member } from '../members.ts'
import { expectTouchable } from '../tapping/touch.ts'

// A member in a cellar bar: no network, only what this device kept.
test.use({
  serviceWorkers: 'allow',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})

const list = '/burgers/minneapolis-mn-us'
const cut = /ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const title = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

/** Opens a city's list and waits until the service worker has kept it. */
async function lookAtList(page: Page, member?: Member) {
  if (member) await logIn(page, member)
  await page.goto(list)
  const isKept = (path: string) =>
    page.evaluate((address) => caches.match(address).then(Boolean), path)
  await expect.poll(() => isKept(list)).toBe(true)
}

const favorites = async (page: Page, { token }: Member) => {
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await page.request.get('/api/my-page', { headers })
  const { items } = (await answer.json()) as { items: { itemName: string }[] }
  return items.map(({ itemName }) => itemName)
}

// features/yolos/wizard/kept-dishes.test.ts is the short twin of this and the next.
test(
  'without a network, a restaurant and its dish are picked from what the device keeps',
  { tag: '@long' },
  async ({ page, context }) => {
    const member = await join(page)
    await lookAtList(page, member)
    await context.setOffline(true)
    await page.getByRole('navigation').getByRole('link', { name: 'Add' }).last().tap()
    await title(page, 'Which city?')
    await button(page, 'CHANGE LOCATION').tap()
    await page.getByRole('combobox', { name: 'ENTER LOCATION HERE' }).fill('Minn')
    await expectClean(page, { expected: cut })
    await page.getByRole('option', { name: 'Minneapolis, MN, US From this device' }).tap()
    await button(page, 'CHANGE').tap()

    await title(page, 'Which restaurant?')
    const search = page.getByRole('combobox', { name: 'Restaurant name' })
    await search.fill('nowhere')
    await expect(page.getByText(/^Not on this device\./)).toBeVisible()
    await search.fill('gus')
    await expect(page.getByText(/^From this device/)).toBeVisible()
    await expectTouchable(page)
    await expectClean(page, { expected: cut })
    await page.getByRole('option', { name: /^Lucy & Gus/ }).tap()
    await button(page, 'NEXT').click()
    await title(page, 'Which category?')
    await expectClean(page, { expected: cut })
    await button(page, 'Burgers').tap()
    await title(page, 'Which burger at Lucy & Gus?')
    await expectClean(page, { expected: cut })
    const dish = page.getByRole('group', { name: 'From this device' }).getByRole('button').first()
    const name = await dish.innerText()
    await dish.tap()
    await title(page, 'Which tags fit it?')
    await button(page, 'NEXT').click()
    await button(page, 'Save Yolo').click()
    await title(page, 'Add a photo?')
    await expect(page.getByText('Waiting to be sent: 1.')).toBeVisible()
    expect(await favorites(page, member)).toEqual([])

    await context.setOffline(false)
    await expect(page.getByText('Waiting to be sent')).toHaveCount(0)
    await expect.poll(() => favorites(page, member)).toEqual([name])
  },
)

test(
  'on the quick way without a network, what was kept near is offered with its menu',
  { tag: '@long' },
  async ({ page, context }) => {
    const member = await join(page)
    await lookAtList(page, member)
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 44.98, longitude: -93.26 })
    await context.setOffline(true)
    await page.goto('/add-yolo?step=near')
    await expect(page.getByText(/^From this device/)).toBeVisible()
    const near = page.getByRole('list', { name: 'Restaurants near you' }).getByRole('button')
    const restaurant = await near.first().locator('strong').innerText()
    await near.first().tap()
    await title(page, `What did you have at ${restaurant}?`)
    await expect(page.getByText('From this device', { exact: true })).toBeVisible()
    await page.getByRole('main').getByRole('listitem').getByRole('button').first().tap()
    await title(page, 'Kept on this device.')
    await context.setOffline(false)
    await expect.poll(() => favorites(page, member)).toHaveLength(1)
  },
)

// features/yolos/wizard/left-off.test.ts is its short twin.
test(
  'what the device doesn’t know is typed, and goes on when the network is back',
  { tag: '@long' },
  async ({ page, context }) => {
    const member = await join(page)
    await lookAtList(page, member)
    const place = { lat: 44.98, lng: -93.26, name: 'Minneapolis, MN, US' }
    await page.evaluate((city) => localStorage.setItem('location', city), JSON.stringify(place))
    await context.setOffline(true)
    await page.goto('/add-yolo')
    await page.getByRole('combobox', { name: 'Restaurant name' }).fill('Deep Cellar')
    await expect(page.getByText(/^Not on this device\./)).toBeVisible()
    await button(page, 'Add a missing restaurant').tap()
    const form = page.getByRole('dialog')
    await expect(form.getByText(/^Adding a restaurant needs a network\./)).toBeVisible()
    await expect(form.getByLabel('Name')).toHaveValue('Deep Cellar')
    await form.getByLabel('Address').fill('1 Stone Steps')
    await form.getByRole('button', { name: 'BACK' }).tap()
    await page.goto('/home')
    await context.setOffline(false)
    await page.goto('/add-yolo')
    await expect(page.getByText('A favorite · Deep Cellar isn’t saved yet.')).toBeVisible()
    await button(page, 'Continue where you left off').tap()
    await expect(page.getByRole('combobox', { name: 'Restaurant name' })).toHaveValue('Deep Cellar')
    await button(page, 'Add a missing restaurant').tap()
    await expect(form.getByLabel('Address')).toHaveValue('1 Stone Steps')
    await expect(form.getByText(/needs a network/)).toHaveCount(0)
  },
)

test(
  'a category leads to its kept list, and says how old that is',
  { tag: '@long' },
  async ({ page, context }) => {
    await lookAtList(page)
    await page.goto('/home')
    await context.setOffline(true)
    await page.getByRole('main').getByRole('link', { name: 'Burgers' }).tap()
    await title(page, 'Burgers')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByText(/^As of \d/)).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(list)

    // A filter isn't dropped in silence.
    await page.goto('/burgers?latitude=44.98&longitude=-93.26&price=1')
    await title(page, 'You are offline')
  },
)
