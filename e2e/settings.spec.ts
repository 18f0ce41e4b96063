import type { Page } from '@playwright/test'
import { expect, expectClean, test } from './checks.ts'

test.setTimeout(120_000)

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const sure = (page: Page, name: string) => page.getByRole('alertdialog', { name })
const open = (page: Page) => page.getByRole('button', { name: 'Yolo Settings' }).click()

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
])
  test(`a member edits, renames, moves and deletes a favorite at ${viewport.width} px`, async ({
    page,
  }) => {
    const key = `${process.pid}.${Date.now()}`
    const joined = await page.request.post('/api/register', {
      data: {
        userName: `Settings ${key}`,
        email: `settings.${key}@example.com`,
        password: 'nine calm otters',
      },
    })
    const member = await joined.json()
    const saved = await page.request.post('/api/yolos', {
      data: { placeId: 'demo:lucy-gus', categoryId: 3, itemName: `Burgr ${key}` },
      headers: { Authorization: `Bearer ${member.token}` },
    })
    expect(saved.status()).toBe(200)
    await page.addInitScript((user) => localStorage.setItem('user', user), JSON.stringify(member))
    await page.setViewportSize(viewport)
    await page.goto('/my-page')

    await open(page)
    await expect(page.getByRole('button', { name: 'Close Settings' })).toBeVisible()
    await expectClean(page)
    await page.screenshot({ path: `test-results/settings-${viewport.width}.png` })
    await press(page, 'Add Yolo Text')
    await page.getByLabel('Your words').fill('x'.repeat(301))
    await expect(page.getByText('At most 300 characters.')).toBeVisible()
    await page.getByLabel('Your words').fill('Crisp at the edge.')
    await expect(page.getByText('282 characters left').first()).toBeVisible()
    await expectClean(page)
    await page.screenshot({ path: `test-results/settings-text-${viewport.width}.png` })
    await press(page, 'Save Yolo')
    await expect(page.getByText('Crisp at the edge.')).toBeVisible()
    await press(page, 'Undo')
    await expect(page.getByText('Crisp at the edge.')).toBeHidden()

    await open(page)
    await press(page, 'Edit Yolo Name')
    await page.getByLabel('Name of the menu item').fill(`Burger ${key}`)
    await press(page, 'Save Yolo')
    await expect(page.getByRole('heading', { name: `Burger ${key}` })).toBeVisible()

    await open(page)
    await press(page, 'Change Category')
    await expect(dialog(page, 'Change Category').getByText('Wine')).toBeHidden()
    await expectClean(page)
    await page.screenshot({ path: `test-results/settings-category-${viewport.width}.png` })
    await press(page, 'Pizza')
    await expectClean(page)
    await sure(page, 'Are you sure you want to save?').getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Pizza' })).toBeVisible()

    await open(page)
    await press(page, 'Delete Yolo')
    await expectClean(page)
    await page.screenshot({ path: `test-results/settings-delete-${viewport.width}.png` })
    await sure(page, 'Delete Yolo').getByRole('button', { name: 'Back' }).click()
    await press(page, 'Delete Yolo')
    await sure(page, 'Delete Yolo').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No yolos.')).toBeVisible()
  })
