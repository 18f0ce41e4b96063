import type { Page } from '@playwright/test'
import { expect, test } from '../checks.ts'
import { file, quarters } from '../photo-files.ts'

test.use({ viewport: { width: 390, height: 844 } })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a duplicated tab has the draft’s photo for itself', async ({ page }) => {
  await page.goto('/add-yolo?camera=1')
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Take a photo').click()
  await (await chooser).setFiles(file(await quarters()))
  const heading = (on: Page, name: string) => on.getByRole('heading', { level: 1, name })
  await expect(heading(page, 'Where are you?')).toBeVisible()
  // A window that a page opens begins with a copy of its sessionStorage, as a duplicated tab does.
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => void open('/add-yolo?step=photo'))
  const other = await opened
  await expect(other.getByAltText('The one you chose')).toBeVisible()
  await button(other, 'Without a photo').click()
  await expect(heading(other, 'Where are you?')).toBeVisible()
  await button(page, 'BACK').click()
  await expect(page.getByAltText('The one you chose')).toBeVisible()
  await page.reload()
  await expect(page.getByAltText('The one you chose')).toBeVisible()
})
