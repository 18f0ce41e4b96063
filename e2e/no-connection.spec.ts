import { expect, expectClean, test } from './checks.ts'

test('a page that couldn’t be loaded tries again until the first answer gets through', async ({
  page,
}) => {
  await page.goto('/burgers/minneapolis-mn-us')
  // Its scripts handle taps themselves now.
  await page.waitForFunction(() => !('takeEarlyClicks' in window))
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
})
