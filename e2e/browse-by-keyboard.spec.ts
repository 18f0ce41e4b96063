import type { Page, Route } from '@playwright/test'
import { expect, test } from './checks.ts'

test.use({ viewport: { width: 1280, height: 900 } })

test('from the home page to a dish by keyboard alone', async ({ page }) => {
  await page.goto('/home')
  const field = page.getByRole('combobox', { name: 'Enter your desired city' })
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, field)
  // Enter is pressed before the suggestions arrive, so the field takes the first one when they do.
  const requests: Route[] = []
  await page.route('**/api/places/cities?*', (route) => void requests.push(route))
  await page.keyboard.type('Minneap')
  await expect.poll(() => requests.at(-1)?.request().url()).toContain('Minneap')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('Minneap')
  for (const route of requests) await route.continue()
  await expect(field).toHaveValue('Minneapolis, MN, US')

  const distance = page.getByRole('radio', { name: '20 miles' })
  await tabTo(page, distance)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '10 miles' })).toBeChecked()
  await tabTo(page, page.getByRole('link', { name: 'Burgers' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/burgers?latitude=44.98&longitude=-93.264&distanceMiles=10`)
  await tabTo(
    page,
    page
      .getByRole('list', { name: /^Within/ })
      .getByRole('article')
      .first()
      .getByRole('button', { name: /Tap to Upvote/ }),
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

async function tabTo(page: Page, target: ReturnType<Page['getByRole']>) {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The keyboard never gets there.')
}
