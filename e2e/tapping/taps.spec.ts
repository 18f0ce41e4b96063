import { expect, test } from '../checks.ts'
import { join, logIn } from '../members.ts'

// What a tap does at once, on a phone held either way.
test.use({ viewport: { width: 390, height: 844 } })

const list = '/burgers/minneapolis-mn-us'

test('a double tap votes once, and a later tap takes the vote back', async ({ page }) => {
  await logIn(page, await join(page))
  await page.goto(list)
  const card = page.getByRole('article').nth(3)
  await card.getByRole('button', { name: /^Tap to Upvote/ }).dblclick()
  const voted = card.getByRole('button', { name: /^UPVOTED/ })
  await expect(voted).toBeVisible()
  await voted.click()
  await expect(card.getByRole('button', { name: /^Tap to Upvote/ })).toBeVisible()
})

test(
  'a transition between pages that the browser skips is no error',
  { tag: '@long' },
  async ({ page }) => {
    const errors: Error[] = []
    page.on('pageerror', (error) => errors.push(error))
    await page.goto('/about')
    await page.getByRole('main').getByRole('link', { name: 'See how it works' }).click()
    await expect(page).toHaveURL('/faq')
    await page.evaluate(async () => {
      const transition = document.startViewTransition(() => {})
      transition.skipTransition()
      await transition.finished
      await new Promise(requestAnimationFrame)
    })
    expect(errors).toEqual([])
  },
)

test(
  'toasts are above the buttons of a page, and a placeholder is as dark as other muted text',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/add-yolo')
    // The page's buttons are measured once its scripts run.
    const space = async () => {
      const toasts = (await page.getByRole('region', { name: 'Notices' }).boundingBox())!
      const back = (await page.getByRole('button', { name: 'BACK' }).boundingBox())!
      return back.y - (toasts.y + toasts.height)
    }
    await expect.poll(space).toBeGreaterThan(0)

    await page.setViewportSize({ width: 1280, height: 900 })
    await page.emulateMedia({ colorScheme: 'dark' })
    const colors = await page.getByPlaceholder('Search', { exact: true }).evaluate((field) => {
      const probe = document.body.appendChild(document.createElement('p'))
      probe.style.color = 'var(--muted)'
      return [getComputedStyle(field, '::placeholder').color, getComputedStyle(probe).color]
    })
    expect(colors[0]).toBe(colors[1])
  },
)

test(
  'on a phone held sideways, the header is one row and the dish’s name is on the first screen',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 844, height: 390 })
    await page.goto(list)
    expect((await page.getByRole('banner').boundingBox())!.height).toBeLessThan(64)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Add Favorite', exact: true })).toBeVisible()
    await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
    await expect(page).toHaveURL(/\/dish\//)
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
  },
)
