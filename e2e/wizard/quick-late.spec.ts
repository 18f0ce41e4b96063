import type { Page } from '@playwright/test'
import { expect, expectClean, test } from '../checks.ts'
import { join, logIn, verify } from '../members.ts'
import {
  button,
  favoritesOf,
  photograph,
  photographAtNearest,
  question,
  restaurant,
  standAt,
} from './quick.ts'

// What is answered, or ready, only after its member has gone on to something else.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

/** Holds the next request to an address back until the returned function is called. */
async function holdNext(page: Page, address: string | RegExp) {
  const { promise: isFast, resolve: goOn } = Promise.withResolvers<void>()
  await page.route(
    address,
    async (route) => {
      await isFast
      await route.continue()
    },
    { times: 1 },
  )
  return goOn
}

/** Saves the nearest restaurant's dish with a photo, as a member who has just joined. */
async function saveWithPhoto(page: Page) {
  const member = await join(page)
  await logIn(page, member)
  await photographAtNearest(page)
  await button(page, /^Molten Lucy/).tap()
  await expect(page.getByText('Your photo is there too.')).toBeVisible()
  return member
}

test(
  'a photo that was sent with the dish that was meant doesn’t go with the one tapped by mistake',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    await verify(page, member)
    await logIn(page, member)
    const goOn = await holdNext(page, '**/api/yolos')
    let uploads = 0
    await page.route('**/api/yolo-image/*/image/upload', (route) => {
      uploads += 1
      return route.continue()
    })
    await photographAtNearest(page)
    await button(page, /^Molten Lucy/).tap()
    await button(page, 'BACK').tap()
    const places = page.getByRole('list', { name: 'Restaurants near you' }).getByRole('button')
    await places.filter({ hasText: 'Zip-In' }).tap()
    // A tap this soon after the one on the restaurant, at the same place, would be the second of a double tap.
    await button(page, /^Zip Double/).click()
    await expect(page.getByText('Your photo is there too.')).toBeVisible()
    goOn()
    await expect(page.getByText('Molten Lucy is saved.')).toBeVisible()
    // The photo goes back to the draft only if it is still on the device.
    await button(page, 'Not this one? Take it back').tap()
    await question(page, 'What did you have at Zip-In?')
    await page.goto('/add-yolo?step=photo')
    await expect(page.getByAltText('The one you chose')).toBeVisible()
    await expect.poll(() => favoritesOf(page, member)).toMatchObject([{ photo: null }])
    expect(uploads).toBe(1)
  },
)

test('who leaves while a photo is being made ready isn’t called back, and finds it there', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const draw = HTMLCanvasElement.prototype.toBlob
    HTMLCanvasElement.prototype.toBlob = function toBlob(...given) {
      addEventListener('go-on', () => draw.apply(this, given), { once: true })
    }
  })
  await standAt(page, await restaurant(page))
  await page.goto('/add-yolo?camera=1')
  await photograph(page)
  await expect(button(page, 'Without a photo')).toBeDisabled()
  await page.getByRole('link', { name: 'Yolo, to the home page' }).tap()
  await expect(page).toHaveURL(/\/home/)
  await page.evaluate(() => dispatchEvent(new Event('go-on')))
  const photo = () =>
    page.evaluate(
      () => (JSON.parse(sessionStorage.getItem('add-yolo') ?? '{}') as { photo?: string }).photo,
    )
  await expect.poll(photo).toBeTruthy()
  await expect(page).toHaveURL(/\/home/)
  await page.goto('/add-yolo?camera=1')
  await expect(page.getByAltText('The one you chose')).toBeVisible()
})

test(
  'a favorite that is taken back late leaves the next one and other pages alone',
  { tag: '@long' },
  async ({ page }) => {
    const member = await saveWithPhoto(page)
    const goOn = await holdNext(page, '**/api/yolos/delete/*')
    await button(page, 'Not this one? Take it back').tap()
    await page.getByRole('link', { name: 'Add another favorite' }).tap()
    await photograph(page)
    await page.getByRole('list', { name: 'Restaurants near you' }).getByRole('button').first().tap()
    await button(page, 'Something else').tap()
    await button(page, 'Dessert').tap()
    const name = page.getByLabel('NAME OF MENU ITEM?')
    await name.fill('My own pie')
    goOn()
    await expect(page.getByText('Taken back.')).toBeVisible()
    await expect(name).toHaveValue('My own pie')
    await expect.poll(() => favoritesOf(page, member)).toEqual([])
    await expectClean(page)
    // Its Undo leaves what was begun, too.
    await button(page, 'Undo').tap()
    await expect.poll(async () => (await favoritesOf(page, member)).length).toBe(1)
    await expect(name).toHaveValue('My own pie')
  },
)

test(
  'a refusal to take a favorite back is told on another page',
  { tag: '@long' },
  async ({ page }) => {
    const member = await saveWithPhoto(page)
    const { promise: isFast, resolve: refuse } = Promise.withResolvers<void>()
    await page.route('**/api/yolos/delete/*', async (route) => {
      await isFast
      await route.fulfill({ status: 429, json: { error: 'too_many', message: 'We are busy.' } })
    })
    await button(page, 'Not this one? Take it back').tap()
    await page.getByRole('link', { name: 'Yolo, to the home page' }).tap()
    await expect(page).toHaveURL(/\/home/)
    refuse()
    await expect(page.getByText('Molten Lucy isn’t taken back.')).toBeVisible()
    await expect(page).toHaveURL(/\/home/)
    expect(await favoritesOf(page, member)).toHaveLength(1)
  },
)

test(
  'what is said of a dish while it is being saved with other words isn’t lost, nor an older draft of it',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    await logIn(page, member)
    // A draft of before, of the same dish.
    const name = `Late Pie ${member.id}`
    const toReview = async (words: string) => {
      await photographAtNearest(page)
      await button(page, 'Something else').tap()
      await button(page, 'Dessert').tap()
      await page.getByLabel('NAME OF MENU ITEM?').fill(name)
      await button(page, 'NEXT').click()
      await question(page, 'Why this one?')
      await page.getByPlaceholder('Tell us why you love it!').fill(words)
    }
    await toReview('Of last week.')
    await toReview('First words.')
    const goOn = await holdNext(page, '**/api/yolos')
    await button(page, 'Save Yolo').click()
    await button(page, 'BACK').tap()
    await button(page, 'NEXT').click()
    const words = page.getByPlaceholder('Tell us why you love it!')
    await words.fill('Better words.')
    goOn()
    await expect(page.getByText(`${name} is saved.`)).toBeVisible()
    await expect(words).toHaveValue('Better words.')
    await button(page, 'Save Yolo').click()
    await expect(page.getByText(`${name} is one of your favorites already.`)).toBeVisible()
    await button(page, 'Replace its review with this one').tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Save Yolo' }).click()
    await expect
      .poll(() => favoritesOf(page, member))
      .toMatchObject([{ yolos: [{ description: 'Better words.' }] }])
    const left = () => page.evaluate(() => localStorage.getItem('add-yolo-left'))
    expect(await left()).toContain('Of last week.')
    await expectClean(page, { expected: /409/ })
  },
)

test(
  'where a network swallows all, what only warns early keeps nobody waiting',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    await logIn(page, member)
    await photographAtNearest(page)
    await button(page, 'Something else').tap()
    await button(page, 'Dessert').tap()
    await page.getByLabel('NAME OF MENU ITEM?').fill('Swallowed Pie')
    const swallowed = /api\/(user-categories|my-page|yolos\/is-yolo-allowed|restaurant-items)/
    await page.route(swallowed, () => new Promise<void>(() => {}))
    await button(page, 'NEXT').click()
    const soon = { timeout: 12_000 }
    const review = page.getByRole('heading', { level: 1, name: 'Why this one?' })
    await expect(review).toBeVisible(soon)
  },
)

test(
  'what a visitor began is saved once they have logged in in another tab',
  { tag: '@long' },
  async ({ page, context }) => {
    const member = await join(page)
    await photographAtNearest(page)
    await button(page, 'Something else').tap()
    await button(page, 'Dessert').tap()
    await page.getByLabel('NAME OF MENU ITEM?').fill(`Begun Pie ${member.id}`)
    await button(page, 'NEXT').click()
    await question(page, 'Why this one?')
    const other = await context.newPage()
    await logIn(other, member)
    await other.goto('/home')
    await button(page, 'Save Yolo').click()
    await question(page, /Saved|Yolo added/)
  },
)

test(
  'a dish that is tapped again while its deletion waits on the device stays',
  { tag: '@long' },
  async ({ page }) => {
    await saveWithPhoto(page)
    const deletion = '**/api/yolos/delete/*'
    await page.route(deletion, (route) => route.abort())
    await button(page, 'Not this one? Take it back').tap()
    await expect(page.getByText('Waiting to be sent: 1.')).toBeVisible()
    await question(page, /^What did you have/)
    await page.unroute(deletion)
    const inMenu = button(page, /^Molten Lucy/)
    await inMenu.click()
    await expect(page.getByText('Molten Lucy stays among your favorites.')).toBeVisible()
    await expect(inMenu).toContainText('Your favorite: use the photo for it')
    await expect(page.getByText('Waiting to be sent')).toBeHidden()
    await page.getByRole('link', { name: 'Me', exact: true }).tap()
    const here = page.getByRole('article').getByRole('heading', { name: 'Molten Lucy' })
    await expect(here).toBeVisible()
    await page.reload()
    await expect(here).toBeVisible()
    await expectClean(page, { expected: /409|ERR_FAILED/ })
  },
)

test(
  'choosing a favorite whose deletion waits on the device calls that off: it stays, whole',
  { tag: '@long' },
  async ({ page }) => {
    const member = await saveWithPhoto(page)
    await verify(page, member)
    const [before] = await favoritesOf(page, member)
    const words = { id: before!.yolos[0]!.id, description: 'So crisp.' }
    const headers = { Authorization: `Bearer ${member.token}` }
    await page.request.put('/api/yolos', { headers, data: words })
    const deletion = '**/api/yolos/delete/*'
    await page.route(deletion, (route) => route.abort())
    // Nor does a save find the server.
    await page.route(/\/api\/yolos$/, (route) => route.abort())
    const deleteUnsent = async () => {
      await page.getByRole('link', { name: 'Me', exact: true }).tap()
      await button(page, /Settings/).tap()
      await button(page, 'Delete Yolo').tap()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText('Waiting to be sent: 1.')).toBeVisible()
    }
    const toMenu = async () => {
      await page.goto('/add-yolo?camera=1')
      await button(page, 'Without a photo').tap()
      const places = page.getByRole('list', { name: 'Restaurants near you' })
      await places.getByRole('button').first().tap()
    }
    const stays = page.getByText('Molten Lucy stays among your favorites.')
    const expectCalledOff = async () => {
      await expect(stays).toBeVisible()
      await expectClean(page, { expected: /409|ERR_FAILED/ })
      await expect(page.getByText('Waiting to be sent')).toBeHidden()
    }
    await deleteUnsent()
    await toMenu()
    const inMenu = button(page, /^Molten Lucy/)
    await inMenu.click()
    await expectCalledOff()
    await expect(inMenu).toBeDisabled()
    await expect(inMenu).toContainText('Your favorite')
    const notice = page.getByRole('region', { name: 'Notices' })
    await notice.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Waiting to be sent: 1.')).toBeVisible()
    await expect(inMenu).toBeEnabled()

    await button(page, 'Something else').tap()
    await button(page, 'Burgers').tap()
    const field = page.getByLabel('NAME OF MENU ITEM?')
    await field.fill('molten lucy')
    await button(page, 'NEXT').click()
    await expectCalledOff()
    await expect(page.getByText('This is one of your favorites already.')).toBeVisible()

    await deleteUnsent()
    await page.goto(`/add-yolo?item=${before!.id}`)
    await expect(field).toHaveValue('Molten Lucy')
    await button(page, 'NEXT').click()
    await expectCalledOff()
    await page.unroute(deletion)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    const { photo } = before!
    expect(await favoritesOf(page, member)).toMatchObject([{ photo, yolos: [words] }])
  },
)

test(
  'a page that lists favorites shows one that is saved or brought back late',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    await verify(page, member)
    await logIn(page, member)
    const save = await holdNext(page, '**/api/yolos')
    await photographAtNearest(page)
    await button(page, /^Molten Lucy/).tap()
    const toMyPage = () => page.getByRole('link', { name: 'Me', exact: true }).tap()
    await toMyPage()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).tap()
    await expect(page.getByText('No yolos.')).toBeVisible()
    save()
    const here = page.getByRole('article').getByRole('heading', { name: 'Molten Lucy' })
    await expect(here).toBeVisible()

    await photographAtNearest(page)
    await question(page, /^What did you have/)
    const dishes = page.getByRole('main').getByRole('list').getByRole('button')
    await dishes.filter({ hasNotText: 'Your favorite' }).first().click()
    await expect(page.getByText('Your photo is there too.')).toBeVisible()
    await button(page, 'Not this one? Take it back').tap()
    await expect(page.getByText('Taken back.')).toBeVisible()
    await toMyPage()
    await expect(here).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(1)
    await button(page, 'Undo').tap()
    await expect(page.getByRole('article')).toHaveCount(2)
  },
)

test(
  'a favorite that is brought back on another page gets the photo that was on its way',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    await logIn(page, member)
    const goOn = await holdNext(page, '**/api/yolo-image/*/image/upload')
    await photographAtNearest(page)
    await button(page, /^Molten Lucy/).tap()
    await expect(page.getByText('Sending your photo…')).toBeVisible()
    await button(page, 'Not this one? Take it back').tap()
    await question(page, /^What did you have/)
    goOn()
    await page.getByRole('link', { name: 'Me', exact: true }).tap()
    await expect(page.getByText('No yolos.')).toBeVisible()
    await button(page, 'Undo').tap()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect
      .poll(() => favoritesOf(page, member))
      .toMatchObject([{ photo: { image: expect.any(String) } }])
  },
)
