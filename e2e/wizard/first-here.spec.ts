import { expect, expectClean, stayOnLastPage, test } from '../checks.ts'
import { join, logIn, send, verify } from '../members.ts'

test('the first burger of a city is told to who saves it and marked; its name typed otherwise is offered', async ({
  page,
}) => {
  const member = await join(page)
  await verify(page, member)
  await logIn(page, member)
  // Somewhere in the Great Plains, so that it is a city without dishes on each run.
  const { id: restaurant } = await send(page, member, '/restaurants', {
    name: `Prairie Grill ${Date.now()}`,
    address: '1 Main Street',
    latitude: 38 + Math.random() * 9,
    longitude: -102 + Math.random() * 5,
  })

  await stayOnLastPage(page)
  await page.goto(`/add-yolo?restaurant=${restaurant}&category=3`)
  await page.getByLabel('NAME OF MENU ITEM?').fill('Cheeseburger')
  await page.getByRole('button', { name: 'NEXT' }).click()
  await page.getByRole('button', { name: 'NEXT' }).click()
  await page.getByRole('button', { name: 'Save Yolo' }).click()
  await page.getByRole('button', { name: "DON'T SAVE" }).click()
  await expect(page.getByText(/^The first burger saved in .+ is yours/)).toBeVisible()
  await expectClean(page)

  const mark = page.getByText(/^First burger saved in /)
  await page.goto(`/user/${member.id}`)
  await expect(mark).toBeVisible()
  await page.getByRole('link', { name: 'Cheeseburger' }).click()
  await expect(page.getByRole('region', { name: /^Saved by/ }).locator(mark)).toBeVisible()
  await expectClean(page)

  await page.goto(`/add-yolo?restaurant=${restaurant}&category=3`)
  await page.getByLabel('NAME OF MENU ITEM?').fill('cheesburger with fries')
  const offer = page.getByRole('region', { name: 'Is it this one?' })
  await expect(offer.getByRole('button', { name: /^Cheeseburger/ })).toBeVisible()
})
