import type { Page } from '@playwright/test'
import { expect, test } from './checks.ts'
import { join, logIn } from './members.ts'
import { knownIn } from './screens.ts'

test('a vote and a follow show in another tab at once', async ({ page, context, baseURL }) => {
  const [ann, bob] = [await join(page), await join(page)]
  await logIn(context, ann)
  const other = await context.newPage()
  const { dish } = await knownIn(baseURL!)
  for (const tab of [page, other]) await tab.goto(`/dish/${dish}`)
  const voteIn = (tab: Page) =>
    tab.getByRole('button', { name: /^(Tap to Upvote|UPVOTED)/ }).first()
  await voteIn(page).click()
  await expect(voteIn(page)).toHaveAccessibleName(/^UPVOTED/)
  const shown = (await voteIn(page).textContent())!
  await expect(voteIn(other)).toHaveText(shown)
  // The other way round, and the same once more.
  await voteIn(other).click()
  await expect(voteIn(page)).toHaveAccessibleName(/^Tap to Upvote/)
  await voteIn(page).click()
  await expect(voteIn(page)).toHaveAccessibleName(/^UPVOTED/)
  await expect(voteIn(other)).toHaveText(shown)
  expect(await page.evaluate(() => localStorage.getItem('toggled'))).toBeNull()

  for (const tab of [page, other]) await tab.goto(`/user/${bob.id}`)
  await expect(other.getByRole('button', { name: `Follow ${bob.name}` })).toBeVisible()
  await page.getByRole('button', { name: `Follow ${bob.name}` }).click()
  await expect(other.getByRole('button', { name: `Unfollow ${bob.name}` })).toBeVisible()
})
