import { expect, expectClean, test } from '../checks.ts'
import { join, logIn, send, verify } from '../members.ts'

test(
  'a newcomer’s restaurant is theirs to see; a second one waits for the mail’s link',
  { tag: '@long' },
  async ({ page, browser }) => {
    const newcomer = await join(page)
    const where = { address: '1 Nicollet Mall, Minneapolis', latitude: 44.9778, longitude: -93.265 }
    const name = `First Find ${newcomer.id}`
    const { id, placeId } = await send(page, newcomer, '/restaurants', { name, ...where })
    const beer = { placeId, categoryId: 10, itemName: 'Hazy Pale' }
    const { itemId } = await send(page, newcomer, '/yolos', beer)
    const visitor = await browser.newPage()
    expect((await visitor.goto(`/restaurant/${id}`))!.status()).toBe(404)

    await page.setViewportSize({ width: 390, height: 844 })
    await logIn(page, newcomer)
    await page.goto(`/restaurant/${id}`)
    await expect(page.getByText('Others don’t see this restaurant until')).toBeVisible()
    const share = page.getByRole('button', { name: /Share|Copy/ })
    await expect(share).toHaveCount(0)
    await expect(page.getByRole('article').filter({ hasText: 'Hazy Pale' })).toBeVisible()
    // The server renders the page as for a visitor, with a 404. The browser then loads the restaurant with the newcomer's
    // session.
    await expectClean(page, { expected: /404/ })
    await page.goto(`/dish/${itemId}`)
    await expect(page.getByText('Others don’t see this dish yet')).toBeVisible()
    await expect(share).toHaveCount(0)
    await expectClean(page, { expected: /404/ })

    await page.goto('/add-yolo')
    await page.getByRole('button', { name: 'CHANGE LOCATION' }).click()
    await page.getByRole('combobox', { name: 'ENTER LOCATION HERE' }).fill('Minneap')
    await page.getByRole('option', { name: 'Minneapolis, MN, US' }).click()
    await page.getByRole('button', { name: 'CHANGE', exact: true }).click()
    await page.getByRole('button', { name: 'Add a missing restaurant' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a missing restaurant' })
    // The limit is said before anything is typed, and the refusal is in view.
    const told = dialog.getByText('To add a restaurant now, you must verify')
    await expect(told).toContainText(newcomer.email)
    await dialog.getByLabel('Name').fill(`Second Find ${newcomer.id}`)
    await dialog.getByLabel('Address').fill('2 Nicollet Mall')
    await dialog.getByRole('button', { name: 'Add restaurant' }).click()
    await expect(told).toBeInViewport({ ratio: 1 })
    await expectClean(page, { expected: /403/ })
    await verify(page, newcomer)
    await dialog.getByRole('button', { name: 'Add restaurant' }).click()
    await expect(dialog).toBeHidden()
    expect((await visitor.goto(`/restaurant/${id}`))!.status()).toBe(200)
    await visitor.close()
  },
)
