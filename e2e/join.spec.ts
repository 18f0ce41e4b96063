import { expect, expectClean, test } from './checks.ts'
import { Newcomer } from './newcomer.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('a vote tapped before joining is cast after it, and a newcomer is told of the mail', async ({
  page,
}) => {
  const newcomer = new Newcomer()
  await page.goto('/burgers/minneapolis-mn-us')
  const dishes = page.getByRole('article')
  const best = dishes.first()
  await best.getByRole('button', { name: /Tap to Upvote/ }).click()
  const overlay = page.getByRole('dialog', { name: 'Almost Done!' })
  await overlay.getByRole('link', { name: 'New Members - Join' }).click()
  await newcomer.fillIn(page)
  await expect(page).toHaveURL(/burgers\/minneapolis-mn-us/)
  const welcome = page.getByText(`Welcome, Newcomer ${newcomer.key}!`)
  await expect(welcome).toBeVisible()
  await expect(page.getByText(`We have sent a mail to ${newcomer.email}`)).toBeVisible()
  await expect(page.getByRole('button', { name: /UPVOTED/ })).toHaveCount(1)
  await expectClean(page)
  await page.getByRole('button', { name: 'Got it' }).click()
  await expect(welcome).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: /UPVOTED/ })).toHaveCount(1)
  await expect(welcome).toBeHidden()
})
