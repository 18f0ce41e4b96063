import { expect, expectClean, test } from '../checks.ts'
import { join, logIn, save, send, verify } from '../members.ts'
import { signIn } from './desk.ts'

test('a member reports a text; an admin removes it, restores it and suspends its author', async ({
  page,
}) => {
  const admin = await signIn(page, 514)
  const [author, reporter] = [await join(page), await join(page)]
  for (const member of [author, reporter]) await verify(page, member)
  const { id, itemId } = await save(page, author, `Soup ${author.id}`)
  const words = `Buy followers from ${author.id}.`
  await send(page, author, '/reports', { kind: 'member', id: reporter.id, reason: 'other' })
  const put = await page.request.put('/api/yolos', {
    data: { id, description: words },
    headers: { Authorization: `Bearer ${author.token}` },
  })
  expect(put.status()).toBe(200)

  await logIn(page, reporter)
  await page.goto(`/dish/${itemId}`)
  await page.getByRole('button', { name: /^Report what / }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expect(dialog.getByText('what’s wrong.')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Spam' }).check()
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expect(page.getByText('Thanks for reporting.')).toBeVisible()

  await logIn(page, admin)
  await page.goto('/admin/queue?kind=text')
  const found = page.getByRole('listitem').filter({ hasText: words })
  await expect(found).toContainText('1 report')
  await expectClean(page)
  await found.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(found).toHaveCount(0)

  await page.getByRole('link', { name: 'Decided' }).click()
  await expect(found).toContainText('removed by')
  await found.getByRole('button', { name: /^Restore/ }).click()
  await expect(found).toContainText('Restored since.')

  await page.goto(`/admin/members/${author.id}`)
  await page.getByRole('button', { name: /^Suspend/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByRole('button', { name: /^Lift the suspension/ })).toBeVisible()
  expect((await page.request.get(`/api/users/${author.id}`)).status()).toBe(404)
  await page.getByRole('button', { name: /^Lift the suspension/ }).click()
  await expect(page.getByRole('button', { name: /^Suspend/ })).toBeVisible()
})
