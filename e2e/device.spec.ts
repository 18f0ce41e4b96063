import type { Page } from '@playwright/test'
import { expect, expectClean, test } from './checks.ts'
import { joinVerified, type Member, save } from './members.ts'

test.use({ viewport: { width: 390, height: 844 } })

const list = '/burgers/minneapolis-mn-us'

async function logIn(page: Page, member: Member) {
  await page.getByLabel('E-mail').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill('nine calm otters')
  await page.getByRole('button', { name: 'Current Members - Log In' }).click()
}

test(
  'with all cookies blocked, a vote, a follow and the menu lead to the log-in, which works',
  { tag: '@long' },
  async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Access is denied.', 'SecurityError')
          },
        })
    })
    const [ann, bob] = [await joinVerified(page), await joinVerified(page)]
    await save(page, bob, `Burger of ${bob.name}`)
    const overlay = page.getByRole('dialog', { name: 'Almost Done!' })

    await page.goto(`/user/${bob.id}`)
    await page.getByRole('button', { name: `Follow ${bob.name}` }).click()
    await expect(overlay).toBeVisible()

    await page.goto('/home')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Login' })
      .click()
    await expect(page.getByLabel('E-mail')).toBeVisible()

    await page.goto(list)
    const card = page.getByRole('article').nth(3)
    await card.getByRole('button', { name: /^Tap to Upvote/ }).click()
    await expect(overlay).toBeVisible()
    await logIn(page, ann)
    await expect(card.getByRole('button', { name: /^UPVOTED/ })).toBeVisible()
    await expectClean(page)
  },
)

for (const weeks of [6, -6])
  test(
    `a log-in lasts although the device’s clock is ${weeks} weeks ahead`,
    { tag: '@long' },
    async ({ page }) => {
      await page.clock.setFixedTime(Date.now() + weeks * 7 * 86_400_000)
      await page.goto('/login')
      await logIn(page, await joinVerified(page))
      await expect(page).toHaveURL('/home')
      await page.goto('/my-page')
      await expect(page).toHaveURL('/my-page')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectClean(page)
    },
  )
