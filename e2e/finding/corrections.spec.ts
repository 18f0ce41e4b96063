import { expect, expectClean, test } from '../checks.ts'
import { signIn } from '../admin/desk.ts'
import { join, logIn, send, verify } from '../members.ts'

test('a member corrects an address and hours, and an admin accepts one and declines the other', async ({
  page,
}) => {
  const member = await join(page)
  await verify(page, member)
  const name = `The Anchor ${Date.now()}`
  const { id } = await send(page, member, '/restaurants', {
    name,
    address: '1 Old Street, Minneapolis',
    latitude: 44.1,
    longitude: -93.2,
  })
  await logIn(page, member)
  await page.goto(`/restaurant/${id}`)
  await page.getByRole('button', { name: 'Suggest a correction' }).click()
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.getByLabel('Phone').fill('call me')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('This can’t be a phone number.')).toBeVisible()
  await expectClean(page, { expected: /400/ })
  await page.getByLabel('Phone').fill('')
  await page.getByLabel('Address').fill('2 New Street, Minneapolis')
  for (const day of ['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
    await page.getByLabel(`Closed on ${day}`).check()
  await page.getByLabel('Monday opens').fill('11:00')
  await page.getByLabel('Monday closes').fill('22:00')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Thanks! An admin looks at it soon.')).toBeVisible()

  await logIn(page, await signIn(page, 514))
  await page.goto('/admin/corrections')
  const of = (field: string) =>
    page
      .getByRole('listitem')
      .filter({ hasText: name })
      .filter({ hasText: `${field}:` })
  await expect(of('Address').getByText('2 New Street, Minneapolis')).toBeVisible()
  await expectClean(page)
  await of('Address').getByRole('button', { name: 'Accept' }).click()
  await expect(of('Address')).toHaveCount(0)
  await of('Hours').getByRole('button', { name: 'Decline' }).click()
  await expect(of('Hours')).toHaveCount(0)
  await page.goto(`/restaurant/${id}`)
  await expect(page.getByText('2 New Street, Minneapolis')).toBeVisible()
})
