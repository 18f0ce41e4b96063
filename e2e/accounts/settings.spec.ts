import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectClean, test } from '../checks.ts'
import { join, logIn, send, verify } from '../members.ts'
import { Newcomer } from '../newcomer.ts'
import { loginOf } from '../site/operator.ts'

test.setTimeout(180_000)
// Playwright's trace would fetch the blob: URL of a photo, which the site's CSP forbids.
test.use({ trace: 'off' })

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const sure = (page: Page, name: string) => page.getByRole('alertdialog', { name })
const open = (page: Page) => page.getByRole('button', { name: 'Yolo Settings' }).click()

for (const { tag, viewport } of [
  { tag: [], viewport: { width: 390, height: 844 } },
  { tag: '@long', viewport: { width: 1280, height: 900 } },
])
  test(
    `a member edits, renames, moves and deletes a favorite at ${viewport.width} px`,
    { tag },
    async ({ page }) => {
      const key = `${process.pid}.${Date.now()}`
      const member = await join(page)
      await verify(page, member)
      const saved = await page.request.post('/api/yolos', {
        data: { placeId: 'demo:lucy-gus', categoryId: 3, itemName: `Burgr ${key}` },
        headers: { Authorization: `Bearer ${member.token}` },
      })
      expect(saved.status()).toBe(200)
      await logIn(page, member)
      await page.setViewportSize(viewport)
      await page.goto('/change-identity')
      await page
        .getByRole('link', { name: viewport.width < 767 ? 'Me' : 'My Page', exact: true })
        .click()

      await open(page)
      await expect(page.getByRole('button', { name: 'Close Settings' })).toBeVisible()
      await expectClean(page)
      await press(page, 'Add Yolo Text')
      await page.getByLabel('Your review').fill('x'.repeat(301))
      await expect(page.getByText('At most 300 characters.')).toBeVisible()
      await page.getByLabel('Your review').fill('Crisp at the edge.')
      await expect(page.getByText('282 characters left').first()).toBeVisible()
      await expectClean(page)
      // Neither Escape nor the browser's Back loses the text unasked.
      for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
        await leave()
        await sure(page, 'Leave without saving?').getByRole('button', { name: 'Stay' }).click()
        await expect(page.getByLabel('Your review')).toHaveValue('Crisp at the edge.')
      }
      await press(page, 'Save Yolo')
      await expect(page.getByText('Crisp at the edge.')).toBeVisible()

      await open(page)
      await press(page, 'Edit Yolo Name')
      await page.getByLabel('Name of the menu item').fill('x'.repeat(301))
      await expect(page.getByText('1 character too many').first()).toBeVisible()
      await page.getByLabel('Name of the menu item').fill('Six of 300')
      await expect(page.getByText('290 characters left').first()).toBeVisible()
      await page.getByLabel('Name of the menu item').fill(`Burger ${key}`)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: `Burger ${key}` })).toBeVisible()

      await open(page)
      await press(page, 'Change Category')
      await expect(dialog(page, 'Change Category').getByText('Wine')).toBeHidden()
      await expectClean(page)
      await press(page, 'Pizza')
      await expectClean(page)
      await sure(page, 'Are you sure you want to save?')
        .getByRole('button', { name: 'Yes' })
        .click()
      await expect(page.getByRole('heading', { level: 2, name: 'Pizza' })).toBeVisible()

      await open(page)
      await press(page, 'Delete Yolo')
      await expectClean(page)
      await sure(page, 'Delete Yolo').getByRole('button', { name: 'Back' }).click()
      await press(page, 'Delete Yolo')
      await sure(page, 'Delete Yolo').getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText('No yolos.')).toBeVisible()
    },
  )

const restaurant = async (page: Page) => {
  const query = new URLSearchParams({ name: 'Lucy & Gus', placeId: 'demo:lucy-gus' })
  const { id } = await (await page.request.get(`/api/restaurants?${query}`)).json()
  return `/restaurant/${id}`
}

test(
  'on a list too: tags, photo, a full category and a deletion',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const newcomer = new Newcomer()
    await newcomer.join(page)
    await page.goto(await newcomer.verifyLink())
    await page.getByRole('button', { name: 'Verify my e-mail' }).click()
    await expect(page.getByRole('heading', { name: 'Your e-mail is verified' })).toBeVisible()
    const name = `Own ${newcomer.key}`
    await newcomer.save(page, { category: 3, name })
    for (const n of [1, 2, 3])
      await newcomer.save(page, { category: 2, name: `${name} pizza ${n}` })
    await page.goto(await restaurant(page))
    const card = page.getByRole('article').filter({
      has: page.getByRole('heading', { name, exact: true }),
    })
    const own = card.getByRole('button', { name: /^Yolo Settings/ })
    await expect(own).toBeVisible()
    await expect(page.getByRole('button', { name: /^Yolo Settings/ })).toHaveCount(4)

    await own.click()
    await press(page, 'Add Tags')
    await dialog(page, 'Add tags').getByRole('checkbox', { name: 'Smash' }).check()
    await expectClean(page)
    await press(page, 'Save')
    await sure(page, 'Are you sure you want to save?').getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByText('Your tags are saved.')).toBeVisible()
    await expect(card.getByText('Smash')).toBeVisible()
    await expect(own).toBeFocused()
    // The dialog shows the saved tags as checked, and unchecking one removes it from the card.
    await own.click()
    await press(page, 'Edit Tags')
    const smash = dialog(page, 'Edit tags').getByRole('checkbox', { name: 'Smash' })
    await expect(smash).toBeChecked()
    await smash.uncheck()
    await dialog(page, 'Edit tags').getByRole('checkbox', { name: 'Bacon' }).check()
    await press(page, 'Save')
    await sure(page, 'Are you sure you want to save?').getByRole('button', { name: 'No' }).click()
    await expect(smash).not.toBeChecked()
    await press(page, 'Save')
    await sure(page, 'Are you sure you want to save?').getByRole('button', { name: 'Yes' }).click()
    await expect(card.getByText('Bacon')).toBeVisible()
    await expect(card.getByText('Smash')).toBeHidden()

    await own.click()
    await press(page, 'Edit or upload photo')
    const buffer = await sharp({
      create: { width: 800, height: 600, channels: 3, background: '#c04020' },
    })
      .jpeg()
      .toBuffer()
    const editor = dialog(page, 'Edit or upload photo')
    await editor
      .getByLabel('Photo file')
      .setInputFiles({ name: 'dish.jpg', mimeType: 'image/jpeg', buffer })
    await expect(editor.getByRole('group', { name: /^Your photo/ })).toBeVisible()
    await expectClean(page)
    await press(page, 'Save photo')
    await expect(page.getByText('Photo saved.')).toBeVisible()
    await expect(card.locator('img')).toHaveAttribute('srcset', /yolo-image/)

    await own.click()
    await press(page, 'Change Category')
    const categories = dialog(page, 'Change Category')
    await expect(
      categories.getByRole('button', { name: 'Pizza Quota of 3 filled', exact: true }),
    ).toBeDisabled()
    for (const drink of ['Wine', 'Mixed Drinks', 'Beer', 'Coffee', 'Other Drinks'])
      await expect(categories.getByRole('button', { name: drink })).toHaveCount(0)
    await expectClean(page)
    await categories.getByRole('button', { name: 'Entrees' }).click()
    const move = sure(page, 'Are you sure you want to save?')
    await move.getByRole('button', { name: 'No' }).click()
    await categories.getByRole('button', { name: 'Entrees' }).click()
    await move.getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByText('Moved to Entrees.')).toBeVisible()
    await expect(card.getByText('Entrees')).toBeVisible()
    await expect(card.getByText('Bacon')).toBeHidden()

    await own.click()
    await press(page, 'Remove photo')
    await expectClean(page)
    await sure(page, 'Remove photo').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Photo removed.')).toBeVisible()
    await expect(card.locator('img')).toHaveCount(0)

    await own.click()
    await press(page, 'Delete Yolo')
    await sure(page, 'Delete Yolo').getByRole('button', { name: 'Delete' }).click()
    await expect(card).toHaveCount(0)
    await expect(page.getByText('Yolo deleted.')).toBeVisible()
  },
)

test('an edit and a deletion show in a list of dishes', { tag: '@long' }, async ({ page }) => {
  const member = await join(page)
  await verify(page, member)
  await page.goto('/burgers/minneapolis-mn-us')
  const card = page.getByRole('list').getByRole('article').first()
  const read = async (path: string) => (await page.request.get(`/api${path}`)).json()
  const id = /\d+/.exec((await card.getAttribute('id'))!)![0]
  const { name, categoryId, restaurantId } = await read(`/items/${id}`)
  const { placeId } = (await read(`/restaurants/${restaurantId}`)).restaurant
  await send(page, member, '/yolos', { placeId, categoryId, itemName: name })
  await logIn(page, member)
  await page.reload()
  const own = page.locator(`#dish-${id}`)
  await own.getByRole('button', { name: /^Yolo Settings/ }).click()
  await press(page, 'Add Yolo Text')
  await page.getByLabel('Your review').fill('Worth the queue.')
  await press(page, 'Save Yolo')
  await expect(own.getByText('Worth the queue.')).toBeVisible()
  await own.getByRole('button', { name: /^Yolo Settings/ }).click()
  await press(page, 'Delete Yolo')
  await sure(page, 'Delete Yolo').getByRole('button', { name: 'Delete' }).click()
  await expect(own.getByRole('button', { name: /^Yolo Settings/ })).toHaveCount(0)
})

async function logInAs(page: Page, id: number) {
  const answer = await page.request.post('/api/login', { data: await loginOf(id) })
  expect(answer.status()).toBe(200)
  return answer.json()
}

test(
  'an admin sets right what another saved, and the count of its upvotes',
  { tag: '@long' },
  async ({ page }) => {
    const key = `${process.pid}.${Date.now()}`
    const joined = await page.request.post('/api/register', {
      data: {
        userName: `Saver ${key}`,
        email: `saver.${key}@example.com`,
        password: 'nine calm otters',
      },
    })
    const saver = await joined.json()
    await verify(page, saver)
    const name = `Stew ${key}`
    await page.request.post('/api/yolos', {
      data: {
        placeId: 'demo:lucy-gus',
        categoryId: 1,
        itemName: name,
        description: 'Worth it.',
      },
      headers: { Authorization: `Bearer ${saver.token}` },
    })
    const admin = await logInAs(page, 514)
    // A second user saves the same dish, so the admin has to choose whose yolo to change.
    await page.request.post('/api/yolos', {
      data: { placeId: 'demo:lucy-gus', categoryId: 1, itemName: name },
      headers: { Authorization: `Bearer ${(await logInAs(page, 20)).token}` },
    })
    await page.addInitScript((user) => localStorage.setItem('user', user), JSON.stringify(admin))
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(await restaurant(page))
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })
    const settings = card.getByRole('button', { name: /^Yolo Settings/ })

    await settings.click()
    await expect(card.getByRole('button', { name: 'Edit Yolo Text' })).toHaveCount(0)
    await card.getByRole('button', { name: `Saver ${key} Worth it.`, exact: true }).click()
    await expectClean(page)
    await press(page, 'Edit Yolo Text')
    await page.getByLabel('Your review').fill('Set right by an admin.')
    await press(page, 'Save Yolo')
    await expect(card.getByText('Set right by an admin.')).toBeVisible()

    await settings.click()
    await press(page, 'Upvote Yolo')
    const upvotes = dialog(page, 'Upvote Yolo')
    await upvotes.getByLabel('Number of upvotes').fill('a few')
    await expect(upvotes.getByText('Please give a whole number.')).toBeVisible()
    await expectClean(page)
    await upvotes.getByLabel('Number of upvotes').fill('41')
    await press(page, 'Save Yolo')
    await expect(card.getByText('41 upvotes')).toBeAttached()
  },
)

test('the kitchen types the name that its yolo shows', { tag: '@long' }, async ({ page }) => {
  const kitchen = await logInAs(page, 20)
  const name = `Special ${process.pid}.${Date.now()}`
  const saved = await page.request.post('/api/yolos', {
    data: { placeId: 'demo:lucy-gus', categoryId: 13, itemName: name },
    headers: { Authorization: `Bearer ${kitchen.token}` },
  })
  expect(saved.status()).toBe(200)
  await page.addInitScript((user) => localStorage.setItem('user', user), JSON.stringify(kitchen))
  await page.goto('/my-page')
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })
  await card.getByRole('button', { name: /^Yolo Settings/ }).click()
  await press(page, 'Add Yolo Text')
  await page.getByLabel('User name shown').fill('Chef Ann')
  await expectClean(page)
  await press(page, 'Save Yolo')
  await expect(card.getByRole('link', { name: 'Chef Ann' })).toBeVisible()
})

test(
  'a member whose session was ended elsewhere sees why at the log-in',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    await page.goto('/home')
    await page.evaluate((user) => localStorage.setItem('user', user), JSON.stringify(member))
    await page.request.post('/api/logout', {
      data: {},
      headers: { Authorization: `Bearer ${member.token}` },
    })
    await page.goto('/my-page')
    const ended = page.getByText('Your session here has ended, as after a new password.')
    await expect(page.getByRole('heading', { name: 'Almost Done!' })).toBeVisible()
    await expectClean(page, { expected: /401/ })
    await page.getByRole('link', { name: 'Current Members - Log In' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
    await expect(ended).toBeVisible()
    await expectClean(page, { expected: /401/ })
  },
)
