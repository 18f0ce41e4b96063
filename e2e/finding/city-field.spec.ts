import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../checks.ts'

test.use({ viewport: { width: 390, height: 844 } })

const clearings: Record<string, (page: Page, field: Locator) => Promise<unknown>> = {
  'letter by letter': async (page, field) => {
    for (let left = (await field.inputValue()).length; left > 0; left--)
      await page.keyboard.press('Backspace')
  },
  'by the button': (page) => page.getByRole('button', { name: 'Clear' }).click(),
  'as a whole': async (page) => {
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
  },
}

for (const path of ['/home', '/search-restaurant'])
  test(
    `${path}: a city field that is cleared keeps the focus and takes another city`,
    { tag: path === '/home' ? [] : '@long' },
    async ({ page }) => {
      await page.goto(path)
      const field = page.getByRole('combobox', { name: 'Enter your desired city' })
      const choose = async (typed: string, city: string) => {
        await page.keyboard.type(typed)
        await page.getByRole('option', { name: city }).click()
        await expect(field).toHaveValue(city)
      }
      await field.click()
      await choose('Minneapolis', 'Minneapolis, MN, US')
      for (const [how, clear] of Object.entries(clearings)) {
        await field.click()
        await field.evaluate((it: HTMLInputElement) => it.setSelectionRange(99, 99))
        await clear(page, field)
        await expect(field, how).toHaveValue('')
        await expect(field, how).toBeFocused()
        await choose('Chicago', 'Chicago, IL, US')
      }
      // A city that is cleared stays so.
      await page.getByRole('button', { name: 'Clear' }).click()
      await expect(field).toHaveValue('')
      // It is stored a frame after that.
      await expect.poll(() => page.evaluate(() => localStorage.getItem('location'))).toBeNull()
      await page.reload()
      await expect(field).toHaveValue('')
    },
  )

test(
  'why the location can’t be read is said until another city is chosen',
  { tag: '@long' },
  async ({ page }) => {
    // Without a permission the browser refuses.
    await page.goto('/home')
    await page.getByRole('button', { name: 'Near me' }).click()
    const said = page.getByText('Type your city instead.')
    await expect(said).toBeVisible()
    await page.getByRole('combobox', { name: 'Enter your desired city' }).fill('Chicago')
    await page.getByRole('option', { name: 'Chicago, IL, US' }).click()
    await expect(said).toBeHidden()
  },
)

test('keys while composing choose nothing', { tag: '@long' }, async ({ page }) => {
  await page.goto('/home')
  const field = page.getByRole('combobox', { name: 'Enter your desired city' })
  await field.fill('Chicago')
  await expect(page.getByRole('option', { name: 'Chicago, IL, US' })).toBeVisible()
  // Chromium names a composition in the event, Safari ends one with the code 229.
  for (const how of [{ isComposing: true }, { keyCode: 229 }])
    for (const key of ['ArrowDown', 'Enter']) {
      await field.dispatchEvent('keydown', { key, ...how })
      await expect(field).toHaveValue('Chicago')
      await expect(field).not.toHaveAttribute('aria-activedescendant')
    }
  await field.press('Enter')
  await expect(field).toHaveValue('Chicago, IL, US')
})

/** Leaves the field and its clear button. */
async function leave(field: Locator) {
  await field.press('Tab')
  await field.page().keyboard.press('Tab')
}
const cityOf = (page: Page) => page.evaluate(() => localStorage.getItem('location'))

for (const path of ['/home', '/search-restaurant'])
  test(
    `${path}: text that was typed is taken or not found, not ignored`,
    { tag: path === '/home' ? [] : '@long' },
    async ({ page }) => {
      await page.goto(path)
      const field = page.getByRole('combobox', { name: 'Enter your desired city' })
      const notFound = page
        .getByText('Not Found!', { exact: true })
        .and(page.locator('[id$=error]'))
      await field.fill('Minneap')
      await leave(field)
      await expect(field).toHaveValue('Minneapolis, MN, US')
      await page.reload()
      await expect(page.getByRole('button', { name: 'Clear' }).first()).toBeVisible()
      for (const act of [leave, (box: Locator) => box.press('Enter')]) {
        await field.fill('Xyzzyq')
        await act(field)
        await expect(notFound).toBeVisible()
        await expect.poll(() => cityOf(page)).toBeNull()
        await field.fill('Chicago')
        await expect(notFound).toBeHidden()
        await page.getByRole('option', { name: 'Chicago, IL, US' }).click()
        await expect.poll(() => cityOf(page)).toContain('Chicago')
      }
    },
  )

test('in the wizard’s picker, too', { tag: '@long' }, async ({ page }) => {
  await page.goto('/add-yolo')
  const field = page.getByRole('combobox', { name: 'ENTER LOCATION HERE' })
  await field.fill('Xyzzyq')
  await field.press('Enter')
  const notFound = page.getByText('Not Found!', { exact: true }).and(page.locator('[id$=error]'))
  await expect(notFound).toBeVisible()
  await field.fill('Chicag')
  await leave(field)
  await expect(page.getByRole('heading', { name: 'Which restaurant?' })).toBeVisible()
  await page.getByRole('button', { name: 'CHANGE LOCATION' }).click()
  const picker = page.getByRole('dialog', { name: 'Choose your city' })
  await picker.getByRole('combobox').fill('Xyzzyq')
  await picker.getByRole('combobox').press('Enter')
  await expect(notFound).toBeVisible()
  await picker.getByRole('combobox').fill('Minneap')
  await leave(picker.getByRole('combobox'))
  await expect(picker.getByRole('combobox')).toHaveValue('Minneapolis, MN, US')
  await picker.getByRole('button', { name: 'CHANGE' }).click()
  await expect(page.getByText('Minneapolis, MN, US', { exact: true })).toBeVisible()
})
