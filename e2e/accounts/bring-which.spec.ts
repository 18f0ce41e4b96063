import { expect, expectClean, test } from '../checks.ts'
import { send } from '../members.ts'
import { choose, field, open, takeout } from './brought-places.ts'

test.use({ viewport: { width: 390, height: 844 } })

test(
  'of several restaurants the picked one stays, and a favorite that waits isn’t called saved',
  { tag: '@long' },
  async ({ page }) => {
    const member = await open(page)
    const name = `Twin Spoon ${member.id}`
    const place = { name, latitude: 45.56, longitude: -94.16 }
    const north = { ...place, latitude: 45.563, address: '1 North Street' }
    const south = { ...place, latitude: 45.5565, address: '2 South Street' }
    await send(page, member, '/restaurants', north)
    const { id: restaurantId } = await send(page, member, '/restaurants', south)
    await choose(page, takeout([place]))
    await expect(page.getByRole('article', { name })).toContainText('Maybe:')
    const which = page.getByLabel('Which one is it?')
    await expect(which.locator('option:checked')).toHaveText(`${name}, ${north.address}`)

    // What is typed stays when another one is picked, and the picked one when the page is loaded again.
    await field(page, name).fill('Xyzzy 7')
    await page.getByRole('article', { name }).getByLabel('Category').selectOption('Dessert')
    await which.selectOption(`${name}, ${south.address}`)
    await expect(field(page, name)).toHaveValue('Xyzzy 7')
    await field(page, name).press('Enter')
    const chosen = page.getByRole('article', { name: `Xyzzy 7 at ${name}` })
    await expect(chosen).toBeVisible()
    await page.reload()
    await chosen.getByRole('button', { name: 'Change' }).click()
    await expect(which.locator('option:checked')).toHaveText(`${name}, ${south.address}`)
    await field(page, name).press('Enter')

    await page.getByRole('button', { name: 'Review and save' }).click()
    const review = page.getByRole('dialog')
    await review.getByRole('button', { name: 'Take out' }).click()
    await expect(review.getByRole('heading', { name: 'Nothing is chosen' })).toBeVisible()
    await expectClean(page)
    await review.getByRole('button', { name: 'BACK' }).click()
    await field(page, name).press('Enter')

    await page.route('**/api/yolos', (route) => route.abort())
    await chosen.getByRole('button', { name: 'Save' }).click()
    await expect(chosen).toContainText('Waits on this device, not sent yet')
    await expect(page.getByText('1 favorite waits on this device to be sent.')).toBeVisible()
    await expect(page.getByText('Dessert: 1 of 3')).toBeVisible()
    await expect(page.getByText('1 favorite saved.')).toHaveCount(0)
    await expectClean(page, { expected: /ERR_FAILED/ })
    await page.unroute('**/api/yolos')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText('1 favorite saved.')).toBeVisible()
    await expect(chosen).toContainText('· Saved')
    const answer = await page.request.get('/api/my-page', {
      headers: { Authorization: `Bearer ${member.token}` },
    })
    expect((await answer.json()).items).toMatchObject([{ itemName: 'Xyzzy 7', restaurantId }])
  },
)
