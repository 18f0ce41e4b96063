import { expect, expectClean, test } from '../checks.ts'
import { pickCity } from '../wizard/steps.ts'

// As Google Maps shares a place.
const pasted = 'Lucy & Gus https://maps.app.goo.gl/a1B2c3'
const alone = 'https://maps.app.goo.gl/a1B2c3'

test('a restaurant pasted with its link is searched for by its name', async ({ page }) => {
  await page.goto(`/search?q=${encodeURIComponent(pasted)}`)
  await expect(
    page.getByRole('heading', { level: 1, name: 'Search: Lucy & Gus', exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Restaurants', exact: true })).toContainText(
    'Lucy & Gus',
  )
  const search = page.getByRole('main').getByRole('combobox')
  await search.fill(alone)
  await expect(page.getByText(/^Nothing is called that here/)).toBeVisible()
  await search.fill(pasted)
  await expect(page.getByRole('option', { name: /^Lucy & Gus/ }).first()).toBeVisible()
  await search.fill(alone)
  await search.press('Enter')
  await expect(page.getByText(`Nothing is called “${alone}” here.`)).toBeVisible()
  await expectClean(page)
})

test(
  'the fields for a restaurant take it as well, and a link alone finds nothing',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/search-restaurant')
    await page.getByRole('combobox', { name: 'Enter your desired city' }).fill('Minneap')
    await page.getByRole('option', { name: 'Minneapolis, MN, US' }).click()
    const restaurant = page.getByRole('combobox', { name: 'Restaurant', exact: true })
    await restaurant.fill(alone)
    await expect(page.getByText('Not Found!')).toBeVisible()
    await restaurant.fill(pasted)
    await page.getByRole('option', { name: /^Lucy & Gus/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Lucy & Gus/ })).toBeVisible()

    await page.goto('/add-yolo')
    await pickCity(page, 'Minneap', 'Minneapolis, MN, US')
    const name = page.getByRole('combobox', { name: 'Restaurant name' })
    await name.fill(alone)
    await expect(page.getByText('Not Found!')).toBeVisible()
    await name.fill(pasted)
    await expect(page.getByRole('option', { name: /^Lucy & Gus/ }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Add a missing restaurant' }).click()
    await page.getByLabel('Address').fill(`1 Main Street ${alone}`)
    await expect(page.getByLabel('Address')).toHaveValue('1 Main Street')
    await expectClean(page)
  },
)
