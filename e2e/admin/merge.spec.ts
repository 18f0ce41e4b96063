import { expect, expectClean, test } from '../checks.ts'
import { join, logIn, send, verify, type Member } from '../members.ts'
import { loginOf } from '../site/operator.ts'

test('an admin merges two restaurants, and then two dishes, after a confirmation', async ({
  page,
}) => {
  const login = await page.request.post('/api/login', { data: await loginOf(514) })
  const admin = (await login.json()) as Member
  const key = `${process.pid}.${Date.now()}`
  const restaurant = async (name: string): Promise<{ id: number; placeId: string }> =>
    send(page, admin, '/restaurants', {
      name: `${name} ${key}`,
      address: '1 Main Street, Duluth, MN 55802',
      latitude: 46.7867,
      longitude: -92.1,
    })
  const [inn, inns] = [await restaurant('Inn'), await restaurant('Inns')]
  const member = await join(page)
  await verify(page, member)
  const save = (place: { placeId: string }, itemName: string) =>
    send(page, member, '/yolos', { placeId: place.placeId, categoryId: 4, itemName })
  await save(inn, 'Onion soup')
  await save(inns, 'Onion soups')
  await logIn(page, admin)

  await page.goto('/admin/merge')
  await page
    .getByRole('combobox', { name: 'Restaurant that goes' })
    .pressSequentially(`inns ${key}`)
  await page.getByRole('option').first().click()
  await expect(page.getByRole('heading', { name: 'Merge into …' })).toBeVisible()
  await page.getByRole('link', { name: `Inn ${key}` }).click()
  await expect(
    page.getByRole('heading', { name: `Merge Inns ${key} into Inn ${key}` }),
  ).toBeVisible()
  await expectClean(page)
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  const sure = page.getByRole('alertdialog')
  await expect(sure.getByRole('button', { name: 'No' })).toBeFocused()
  await sure.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText(`Inns ${key} is merged into Inn ${key}.`)).toBeVisible()

  await page.getByRole('link', { name: 'Onion soups' }).click()
  await page.getByRole('link', { name: 'Merge with …' }).click()
  await page.getByRole('link', { name: 'Onion soup', exact: true }).click()
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('Onion soups is merged into Onion soup.')).toBeVisible()
  await page.goto(`/restaurant/${inns.id}`)
  await expect(page).toHaveURL(new RegExp(`/restaurant/${inn.id}$`))
})
