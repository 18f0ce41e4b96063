import { expect, test } from './checks.ts'

test.describe('search', () => {
  test('the box on every screen suggests, keeps the last searches and takes a slash', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto('/about')
    const box = page.getByRole('banner').getByRole('search')
    await expect(async () => {
      await page.keyboard.press('/')
      await expect(box.getByRole('combobox')).toBeFocused({ timeout: 1_000 })
    }).toPass()
    await page.keyboard.type('minneaplis')
    await expect(page.getByRole('option', { name: 'Minneapolis, MN, US' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/search\?q=minneaplis/)
    await expect(page.getByRole('region', { name: 'Cities' })).toContainText('Minneapolis, MN, US')
    const last = page.getByRole('region', { name: 'Your last searches' })
    await expect(last).toContainText('minneaplis')
    await last.getByRole('button', { name: 'Clear last searches' }).click()
    await expect(last).toBeHidden()
  })

  test('a visitor finds a dish by its page, misspelt, without scripts too', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto('/search')
    await page.getByLabel('Dish, restaurant, city or member').fill('cheesburger')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByRole('region', { name: 'Dishes' })).toContainText(/cheeseburger/i)
    await page.goto('/search?q=qqqqzz')
    await expect(page.getByText('Nothing is called “qqqqzz” here.')).toBeVisible()
    await page.goto('/search?q=burger minneapolis')
    await page.getByRole('link', { name: 'Burgers near Minneapolis, MN, US' }).click()
    await expect(page).toHaveURL(/\/burgers\/minneapolis-mn-us/)
    await context.close()
  })

  test('nothing stands over the box, however wide the window', async ({ page }) => {
    for (const width of [800, 1000, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/home')
      await page.getByRole('banner').getByRole('search').getByPlaceholder('Search').click()
      await expect(page.getByRole('banner').getByRole('combobox')).toBeFocused()
      const box = page.getByRole('banner').getByRole('search')
      const [at, mark] = [
        await box.boundingBox(),
        await page.getByText('Yolo', { exact: true }).first().boundingBox(),
      ]
      const apart = at!.y + at!.height <= mark!.y || mark!.x + mark!.width <= at!.x
      expect(apart, `at ${width} px`).toBe(true)
    }
  })
})
