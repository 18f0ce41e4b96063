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
    await context.close()
  })
})
