import { expect, expectClean, test } from './checks.ts'

test.use({ serviceWorkers: 'allow' })

test('pages opened lately open without a network, others say that one is offline', async ({
  page,
  context,
}) => {
  await page.goto('/burgers/minneapolis-mn-us')
  await page.evaluate(() => navigator.serviceWorker.ready)
  // The first page was loaded before the worker was there.
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.goto('/pizza/minneapolis-mn-us')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expectClean(page, { expected: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ })
  await context.setOffline(false)
  await expect(page).toHaveURL('/pizza/minneapolis-mn-us')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('the worker keeps nothing of a member', async ({ page }) => {
  await page.goto('/my-page')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.goto('/home')
  const stored = await page.evaluate(async () => {
    const cache = await caches.open('pages')
    return (await cache.keys()).map(({ url }) => new URL(url).pathname)
  })
  expect(stored).not.toContain('/my-page')
})
