import { expect, expectClean, test } from '../checks.ts'
import { join, logIn, save, verify } from '../members.ts'
import { button, favoritesOf, photographAtNearest, question } from './quick.ts'

// The quick way where something is known already, or isn’t.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test(
  'a photo of a dish that was saved on another device meanwhile goes with it',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    await verify(page, member)
    await logIn(page, member)
    await photographAtNearest(page)
    await button(page, 'Something else').tap()
    await button(page, 'Burgers').tap()
    const name = `Photo Pie ${member.id}`
    await page.getByLabel('NAME OF MENU ITEM?').fill(name)
    await button(page, 'NEXT').click()
    await question(page, 'Why this one?')
    await page.getByPlaceholder('Tell us why you love it!').fill('Thin and crisp.')
    await save(page, member, name)
    // A tap this soon after the one on NEXT, at the same place, would be the second of a double tap.
    await button(page, 'Save Yolo').click()
    await expect(page.getByText(`${name} is one of your favorites already.`)).toBeVisible()
    await expectClean(page, { expected: /409/ })
    await button(page, 'Use your photo for it').tap()
    await expect(page.getByText('Your photo goes with it.')).toBeVisible()
    await expect
      .poll(() => favoritesOf(page, member))
      .toMatchObject([{ itemName: name, photo: { image: expect.any(String) } }])
    // The review isn’t dropped with it.
    await button(page, 'Save this review with it').tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Save Yolo' }).click()
    await expect
      .poll(() => favoritesOf(page, member))
      .toMatchObject([
        { yolos: [{ description: 'Thin and crisp.' }], photo: { image: expect.any(String) } },
      ])
  },
)

test(
  'a photo begun with goes to one’s own favorite in the menu',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    const name = `Own Photo ${member.id}`
    await save(page, member, name)
    await logIn(page, member)
    const here = await photographAtNearest(page)
    const own = button(page, new RegExp(name))
    await expect(own).toContainText('Your favorite: use the photo for it')
    await own.tap()
    await expect(page.getByText(`${name} is one of your favorites already.`)).toBeVisible()
    await expectClean(page, { expected: /409/ })
    // A photo that the server doesn’t take now isn’t lost with the draft: it waits.
    const upload = '**/api/yolo-image/*/image/upload'
    await page.route(upload, (route) =>
      route.fulfill({ status: 507, json: { error: 'no_room', message: 'Later.' } }),
    )
    await button(page, 'Use your photo for it').tap()
    await expect(page.getByText('Your photo goes with it.')).toBeVisible()
    await expect(page.getByText('Waiting to be sent: 1.')).toBeVisible()
    await page.unroute(upload)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText(`Sent: Photo of ${name}.`)).toBeVisible()
    const [saved] = await favoritesOf(page, member)
    expect(saved!.photo).not.toBeNull()

    // From the menu one goes on to another dish there.
    await button(page, 'Something else').tap()
    await question(page, 'Which category?')
    await button(page, 'Dessert').tap()
    await question(page, `Which dessert at ${here.name}?`)
    await expectClean(page, { expected: /507/ })
  },
)

test('who has chosen no city can start with a photo at once', async ({ page }) => {
  await page.goto('/add-yolo')
  await question(page, 'Which city?')
  await expectClean(page)
  await page.getByRole('link', { name: 'Start with a photo' }).tap()
  await question(page, 'Start with a photo')
  // On the quick way itself, the question for the city doesn't lead back to its beginning.
  await button(page, 'Without a photo').tap()
  await button(page, 'Search by name').tap()
  await question(page, 'Which city?')
  await expect(page.getByRole('link', { name: 'Start with a photo' })).toHaveCount(0)
})
