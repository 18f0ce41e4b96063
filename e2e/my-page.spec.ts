import { expect, expectClean, test } from './checks.ts'
import { join, logIn, save, send, verify } from './members.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('a vote in the feed counts on My Page at once, and so does one taken back', async ({
  page,
}) => {
  const author = await join(page)
  await verify(page, author)
  const member = await join(page)
  await send(page, member, '/follow/follow-user', { userId: author.id })
  await save(page, author, `Feed Soup ${author.id}`)
  await logIn(page, member)
  await page.goto('/my-page?tab=feed')
  const tab = page.getByRole('tab', { name: /^Upvotes/ })
  const figure = page.getByRole('definition').nth(1)
  await expect(tab).toHaveText('Upvotes0')
  const vote = page.locator('button[name="vote"]').first()
  for (const votes of [1, 0, 1]) {
    await vote.click()
    await expect(tab).toHaveText(`Upvotes${votes}`)
    await expect(figure).toHaveText(String(votes))
  }
  await tab.click()
  await expect(page.getByRole('row', { name: /Feed Soup/ })).toBeVisible()
  await page.reload()
  await expect(tab).toHaveText('Upvotes1')
})

test('the bio has the focus each time that it is edited', async ({ page }) => {
  await logIn(page, await join(page))
  await page.goto('/my-page')
  const field = page.getByRole('textbox', { name: 'Bio' })
  for (const [opener, text] of [
    ['Add a bio', 'Soup first'],
    ['Edit bio', 'Soup, then pie'],
  ] as const) {
    await page.getByRole('button', { name: opener }).click()
    await expect(field).toBeFocused()
    await field.fill(text)
    await expectClean(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('main').getByText(text)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit bio' })).toBeFocused()
  }
})
