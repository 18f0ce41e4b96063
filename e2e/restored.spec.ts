import { expect, expectClean, test } from './checks.ts'
import { join, logIn, save, send, type Member } from './members.ts'
import { loginOf } from './site/operator.ts'

// What was deleted comes back, by its member or by an admin.

test.use({ viewport: { width: 390, height: 844 } })

test('an Undo that is tapped without a network is offered again', async ({ page, context }) => {
  const member = await join(page)
  await save(page, member, `Soup ${member.id}`)
  await logIn(page, member)
  await page.goto('/my-page')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.getByRole('button', { name: /^Yolo Settings/ }).click()
  await button('Delete Yolo').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Yolo deleted.')).toBeVisible()
  await context.setOffline(true)
  await button('Undo').click()
  await expect(page.getByText(/^We can’t reach the server/)).toBeVisible()
  await context.setOffline(false)
  await button('Undo').click()
  await expect(page.getByText('Undone.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Yolo Settings/ })).toBeVisible()
})

test('who had a favorite of a removed dish is told why', async ({ page }) => {
  const admin: Member = await (
    await page.request.post('/api/login', { data: await loginOf(514) })
  ).json()
  const member = await join(page)
  const { itemId } = await save(page, member, `Stone soup ${member.id}`)
  await send(page, await join(page), `/items/${itemId}/expired`, {})
  const decision = { ids: [`item-${itemId}-1`], decision: 'remove', reason: 'Nobody serves it.' }
  await send(page, admin, '/admin/queue/decide', decision)
  await logIn(page, member)
  await page.goto('/notify')
  const notice = page.getByRole('link', { name: /We removed Stone soup/ })
  await expect(notice).toContainText(
    `We removed Stone soup ${member.id}, a favorite of yours. This is why: Nobody serves it.`,
  )
  await expectClean(page)
  await notice.click()
  await expect(page).toHaveURL(/\/my-page/)
})
