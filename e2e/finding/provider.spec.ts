import type { Page } from '@playwright/test'
import { googleStandIn, key, type StandIn } from '#features/places/providers/stand-ins.testing.ts'
import { expect, expectClean, stayOnLastPage, test } from '../checks.ts'
import { join, logIn, verify } from '../members.ts'
import { startSecondSite } from '../site/second-site.ts'

test.setTimeout(180_000)

let google: StandIn
let site: Awaited<ReturnType<typeof startSecondSite>>
test.beforeAll(async () => {
  google = await googleStandIn()
  site = await startSecondSite({ PLACES_URL: google.url, PLACES_KEY: key })
})
test.afterAll(async () => {
  await site?.stop()
  await google?.close()
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const question = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

test(
  'a favorite at a restaurant that only the provider knows',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await stayOnLastPage(page)
    const member = await join(page)
    await verify(page, member)
    await logIn(page, member)
    await page.goto(`${site.origin}/add-yolo`)
    await page.getByRole('combobox', { name: 'ENTER LOCATION HERE' }).fill('Minneap')
    await page.getByRole('option', { name: 'Minneapolis, MN, US' }).click()
    await question(page, 'Which restaurant?')

    await page.getByRole('combobox', { name: 'Restaurant name' }).fill('Elsewh')
    await page.getByRole('option', { name: 'Elsewhere Noodles' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a missing restaurant' })
    await expect(dialog.getByLabel('Name')).toHaveValue('Elsewhere Noodles')
    await expect(dialog.getByLabel('Address')).toHaveValue('5 Main St, Minneapolis, MN 55401, USA')
    // The provider's terms forbid storing its position, so the member places the pin.
    await expect(dialog.getByText(/^Its pin is in the middle of Minneapolis/)).toBeVisible()
    await expectClean(page)
    await press(page, 'Add restaurant')
    await expect(dialog).toBeHidden()
    await press(page, 'NEXT')
    await press(page, 'Coffee')
    await page.getByLabel('NAME OF MENU ITEM?').fill('Flat White')
    await press(page, 'NEXT')
    await question(page, 'Why this one?')
    await press(page, 'Save Yolo')
    await question(page, 'Add a photo?')
    // A list may be some seconds old.
    await expect(async () => {
      await page.goto(`${site.origin}/coffee/minneapolis-mn-us?distanceMiles=1`)
      const card = page.getByRole('article').filter({ hasText: 'Elsewhere Noodles' })
      await expect(card).toBeVisible({ timeout: 3_000 })
    }).toPass({ timeout: 60_000 })
    await page.goto(`${site.origin}/my-page`)
    await expect(page.getByRole('article').filter({ hasText: 'Flat White' })).toContainText(
      'Elsewhere Noodles',
    )
    // While Google's quota is used up, searches still find the restaurants that the site knows.
    google.breakWith((_, answer) => void answer.writeHead(429).end())
    const around = `${site.origin}/api/places/restaurants?latitude=44.98&longitude=-93.26`
    expect((await page.request.get(`${around}&q=lucy+zzz`)).status()).toBe(200)
  },
)
