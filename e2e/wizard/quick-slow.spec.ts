import type { Page } from '@playwright/test'
import { expect, expectClean, test } from '../checks.ts'
import { join, logIn, type Member } from '../members.ts'
import { button, favoritesOf, photographAtNearest, question } from './quick.ts'

// The quick way on a slow network, or cut off in its midst.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

const upload = '**/api/yolo-image/*/image/upload'

/** Saves the nearest restaurant's dish, whose photo is held until `goOn` is called. */
async function saveWithSlowPhoto(page: Page) {
  const member = await join(page)
  await logIn(page, member)
  const { promise: isFast, resolve: goOn } = Promise.withResolvers<void>()
  let uploads = 0
  await page.route(upload, async (route) => {
    uploads += 1
    await isFast
    await route.continue().catch(() => {})
  })
  await photographAtNearest(page)
  await button(page, /^Molten Lucy/).tap()
  await expect(page.getByText('Sending your photo…')).toBeVisible()
  await expect.poll(() => uploads).toBe(1)
  return { member, goOn, uploads: () => uploads }
}

/** Taps the nearest restaurant's dish, whose saving is held until `goOn` is called. */
async function saveSlowly(page: Page) {
  const member = await join(page)
  await logIn(page, member)
  const { promise: isFast, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/api/yolos', async (route) => {
    await isFast
    await route.continue()
  })
  await photographAtNearest(page)
  await button(page, /^Molten Lucy/).tap()
  return { member, goOn }
}

const expectPhoto = (page: Page, member: Member) =>
  expect
    .poll(async () => (await favoritesOf(page, member)).map(({ photo }) => photo !== null))
    .toEqual([true])

const waits = (page: Page) => page.getByText(/Waiting to be sent|Kept on this device/)

test('a photo that is being sent isn’t lost when the page goes', async ({ page }) => {
  const { member, goOn } = await saveWithSlowPhoto(page)
  await expect(waits(page)).toBeHidden()
  await page.getByRole('link', { name: 'My Page' }).last().tap()
  await expect(
    page.getByRole('article').getByRole('heading', { name: 'Molten Lucy' }),
  ).toBeVisible()
  await expect(waits(page)).toBeHidden()
  await page.reload()
  await expect(page.getByText('Waiting to be sent: 1.')).toBeVisible()
  goOn()
  await expect(page.getByText('Sent: Photo of Molten Lucy.')).toBeVisible()
  await expectPhoto(page, member)
})

test(
  'a photo is sent once, without a notice, though its page is left',
  { tag: '@long' },
  async ({ page }) => {
    const { member, goOn, uploads } = await saveWithSlowPhoto(page)
    await page.getByRole('link', { name: 'Add another favorite' }).tap()
    await question(page, 'Start with a photo')
    await expect(page.getByAltText('The one you chose')).toBeHidden()
    await expect(waits(page)).toBeHidden()
    await expectClean(page)
    goOn()
    await expectPhoto(page, member)
    await page.getByRole('link', { name: 'Home', exact: true }).tap()
    await expect(page.getByRole('region', { name: 'Notices' })).toBeEmpty()
    await page.reload()
    await expect(waits(page)).toBeHidden()
    expect(uploads()).toBe(1)
  },
)

test(
  'a favorite taken back while its photo is being sent asks nothing, and Undo sends it',
  { tag: '@long' },
  async ({ page }) => {
    const { member, goOn } = await saveWithSlowPhoto(page)
    await button(page, 'Not this one? Take it back').tap()
    await question(page, /^What did you have/)
    const refused = page.waitForResponse(upload)
    goOn()
    expect((await refused).status()).toBe(404)
    await button(page, 'Undo').tap()
    await question(page, 'Saved. Add words or tags?')
    await expect(page.getByText('Your photo is there too.')).toBeVisible()
    await expectPhoto(page, member)
    await expect(page.getByText(/needs? your answer|Waiting to be sent/)).toBeHidden()
    await expectClean(page, { expected: /404/ })
  },
)

test(
  'a photo that can’t be sent is said to wait, and is sent when the member asks',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    await logIn(page, member)
    await page.route(upload, (route) => route.abort())
    await photographAtNearest(page)
    await button(page, /^Molten Lucy/).tap()
    const waiting = page.getByText('Your photo waits on this device and is sent later.')
    await expect(waiting).toBeVisible()
    await expect(page.getByText('Kept on this device: Photo of Molten Lucy.')).toBeVisible()
    await expect(page.getByText('Waiting to be sent: 1.')).toBeVisible()
    await page.reload()
    await expect(waiting).toBeVisible()
    await expectClean(page, { expected: /ERR_FAILED/ })
    await page.unroute(upload)
    await button(page, 'Show').tap()
    await button(page, 'Send now').tap()
    await expect(page.getByText('Sent: Photo of Molten Lucy.')).toBeVisible()
    await expect(waiting).toBeHidden()
    await expectPhoto(page, member)
  },
)

test(
  'a favorite that waits and is discarded is a draft with the photo that it began with',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    await logIn(page, member)
    await page.route(/\/api\/(yolos|upload-yolo-photo)/, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    const here = await photographAtNearest(page)
    await question(page, `What did you have at ${here.name}?`)
    await button(page, /^Molten Lucy/).tap()
    await question(page, 'Kept on this device.')
    const told = page.getByText('with its photo')
    const discard = async (waiting: number, name: string | RegExp) => {
      await page.getByText(`Waiting to be sent: ${waiting}.`).waitFor()
      await button(page, 'Show').tap()
      await button(page, name).first().tap()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).tap()
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().tap()
    }
    await expect(told).toBeVisible()
    await discard(2, /^Discard.*Photo/)
    await expect(told).toBeHidden()
    await discard(1, /^Discard/)
    await question(page, 'Why this one?')
    await page.goto('/add-yolo?step=photo')
    await expect(page.getByAltText('The one you chose')).toBeVisible()
  },
)

test(
  'who is logged out in the midst of it logs in there, and goes on',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    await page.goto('/home')
    await page.evaluate((user) => localStorage.setItem('user', user), JSON.stringify(member))
    const here = await photographAtNearest(page)
    await question(page, `What did you have at ${here.name}?`)
    await page.request.delete('/api/sessions', {
      headers: { Authorization: `Bearer ${member.token}` },
    })
    await button(page, /^Molten Lucy/).tap()
    const again = page.getByRole('dialog', { name: 'You are logged out' })
    await expect(again.getByLabel('E-mail')).toHaveValue(member.email)
    await again.getByLabel('Password', { exact: true }).fill('nine calm otters')
    await again.getByRole('button', { name: 'Current Members - Log In' }).tap()
    await expect(again).toBeHidden()
    await question(page, `What did you have at ${here.name}?`)
    await button(page, /^Molten Lucy/).tap()
    await expect(page.getByText('Your photo is there too.')).toBeVisible()
  },
)

test(
  'a photo stays with the draft that goes on after a dish was tapped by mistake',
  { tag: '@long' },
  async ({ page }) => {
    let uploads = 0
    await page.route(upload, (route) => {
      uploads += 1
      return route.continue()
    })
    const { goOn } = await saveSlowly(page)
    await button(page, 'Something else').tap()
    await button(page, 'Dessert').tap()
    await page.getByLabel('NAME OF MENU ITEM?').fill('Meant Pie')
    goOn()
    await expect(page.getByText('Molten Lucy is saved.')).toBeVisible()
    await page.goto('/add-yolo?step=photo')
    await expect(page.getByAltText('The one you chose')).toBeVisible()
    expect(uploads).toBe(0)
  },
)

test(
  'leaving while a favorite is being saved is asked about',
  { tag: '@long' },
  async ({ page }) => {
    const { member, goOn } = await saveSlowly(page)
    await page.getByRole('link', { name: 'Yolo, to the home page' }).tap()
    const leave = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await leave.getByRole('button', { name: 'Stay' }).tap()
    // Another favorite is begun beside it.
    await page.getByRole('link', { name: 'Add Favorite' }).tap()
    await question(page, 'Which city?')
    goOn()
    await expect(page.getByText('Molten Lucy is saved.')).toBeVisible()
    await question(page, 'Which city?')
    await expect(page.getByText('isn’t saved yet')).toBeHidden()
    await expectPhoto(page, member)
  },
)
