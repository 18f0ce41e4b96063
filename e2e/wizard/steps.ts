import type { Page } from '@playwright/test'
import { expect, expectClean } from '../checks.ts'

export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click()
export const question = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
/** Skips the photo of the favorite that was just saved. */
export async function withoutPhoto(page: Page) {
  await question(page, 'Add a photo?')
  await expectClean(page, { expected: /ERR_FAILED|409/ })
  await press(page, "DON'T SAVE")
  await question(page, 'Yolo added.')
}
export async function pickCity(page: Page, typed: string, label: string) {
  await page.getByRole('combobox', { name: 'ENTER LOCATION HERE' }).fill(typed)
  await page.getByRole('option', { name: label }).click()
  // Choosing a city opens the next step, without NEXT.
  await question(page, 'Which restaurant?')
  await expect(page.getByText(label, { exact: true })).toBeVisible()
}

export async function pickRestaurant(page: Page, typed: string, name: string) {
  await page.getByRole('combobox', { name: 'Restaurant name' }).fill(typed)
  await page.getByRole('option', { name }).first().click()
  await press(page, 'NEXT')
}

/** Goes through the wizard up to the category step. */
export async function toCategory(page: Page) {
  await page.goto('/add-yolo')
  await pickCity(page, 'Minneap', 'Minneapolis, MN, US')
  await pickRestaurant(page, 'Lucy', 'Lucy & Gus')
  await question(page, 'Which category?')
}

export async function nameItem(page: Page, name: string) {
  await page.getByLabel('NAME OF MENU ITEM?').fill(name)
  await press(page, 'NEXT')
}
