import { expect, expectClean, handlesClicks, test } from '../checks.ts'
import { join, logIn } from '../members.ts'

test(
  'a page that couldn’t be loaded tries again until the first answer gets through',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/burgers/minneapolis-mn-us')
    // Its scripts handle taps themselves now.
    await handlesClicks(page)
    let isThrough = false
    await page.route('**/api/**', (route) => (isThrough ? route.continue() : route.abort()))
    await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
    const failed = page.getByRole('alert').getByText('Network error!')
    await expect(failed).toBeVisible()
    // The browser says that the network is back before it is.
    const refused = page.waitForEvent('requestfailed')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await refused
    await expect(failed).toBeVisible()
    isThrough = true
    await expect(page.getByRole('button', { name: 'Why this rank' }).first()).toBeVisible()
    await expect(failed).toBeHidden()
    await expectClean(page, { expected: /Failed to load|ERR_FAILED/ })
  },
)

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the home page without a network says so, above the logo and below the city', async ({
    page,
  }) => {
    await logIn(page, await join(page))
    await page.goto('/home')
    const city = page.getByRole('combobox', { name: 'Enter your desired city' })
    // Its scripts come with the first touch, and those of the notice once the page is idle.
    await city.fill('Minn')
    await expect(page.getByRole('option').first()).toBeVisible()
    await city.fill('')
    await expect(page.locator('main > * > [role=status]')).toBeAttached()
    await page.context().setOffline(true)
    const notice = page.getByRole('status').filter({ hasText: 'You are offline.' })
    await expect(notice).toBeVisible()
    const above = (await notice.boundingBox())!
    const logo = (await page.getByRole('main').getByText('Yolo', { exact: true }).boundingBox())!
    expect(logo.y).toBeGreaterThanOrEqual(above.y + above.height)
    await city.fill('Minneapolis')
    await expect(page.getByText('Network error!')).toBeVisible()
    await expect(page.getByText('Something went wrong on our side')).toBeHidden()
    await expectClean(page, { expected: /Failed to|ERR_INTERNET_DISCONNECTED/ })
  })
})
