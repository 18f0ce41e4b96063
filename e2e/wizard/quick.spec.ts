import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectClean, test } from '../checks.ts'
import { join, logIn, verify } from '../members.ts'
import { file, quarters } from '../photo-files.ts'
import { button, favoritesOf, photograph, question, restaurant, standAt } from './quick.ts'

// The quick way to add a favorite: a photo, a restaurant nearby, one of its dishes.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test('from the icon’s shortcut to a saved favorite with its photo: three taps', async ({
  page,
}) => {
  const member = await join(page)
  await logIn(page, member)
  const here = await restaurant(page)
  await standAt(page, here)
  const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as {
    shortcuts: { name: string; url: string }[]
  }
  const shortcut = manifest.shortcuts.find(({ name }) => name === 'Add a favorite')!
  const photo = file(await quarters())

  const start = Date.now()
  await page.goto(shortcut.url)
  await question(page, 'Start with a photo')
  await photograph(page, photo)
  await question(page, 'Where are you?')
  const nearest = page
    .getByRole('list', { name: 'Restaurants near you' })
    .getByRole('button')
    .first()
  await expect(nearest).toContainText(here.name)
  await nearest.tap()
  await question(page, `What did you have at ${here.name}?`)
  await button(page, /^Molten Lucy/).tap()
  await question(page, 'Saved. Add words or tags?')
  const seconds = (Date.now() - start) / 1000
  test.info().annotations.push({ type: 'seconds', description: String(seconds) })
  expect(seconds).toBeLessThan(15)

  await expect(page.getByText('Your photo is there too.')).toBeVisible()
  await button(page, 'Add words').tap()
  await page.getByLabel('Your review').fill('It drips.')
  await button(page, 'Save Yolo').click()
  await expect(button(page, 'Change the words')).toBeVisible()
  const [saved] = await favoritesOf(page, member)
  expect(saved).toMatchObject({ itemName: 'Molten Lucy', yolos: [{ description: 'It drips.' }] })
  expect(saved!.photo).not.toBeNull()
  await expectClean(page)

  await button(page, 'Not this one? Take it back').tap()
  await question(page, `What did you have at ${here.name}?`)
  expect(await favoritesOf(page, member)).toEqual([])
  // Its own notice takes the place of the one about the words, and brings them back.
  const notices = page.getByRole('region', { name: 'Notices' })
  await expect(notices).toHaveText(/^Taken back\./)
  await button(page, 'Undo').tap()
  await question(page, 'Saved. Add words or tags?')
  expect(await favoritesOf(page, member)).toMatchObject([{ yolos: [{ description: 'It drips.' }] }])
})

test(
  'a photo that one tap took away or replaced is brought back by another',
  { tag: '@long' },
  async ({ page }) => {
    await standAt(page, await restaurant(page))
    await page.goto('/add-yolo?camera=1')
    await photograph(page)
    await question(page, 'Where are you?')
    const preview = page.getByAltText('The one you chose')
    const back = async () => {
      await button(page, 'BACK').tap()
      await question(page, 'Start with a photo')
    }
    const width = () => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)
    await back()
    const taken = await width()

    await button(page, 'Without a photo').tap()
    await question(page, 'Where are you?')
    await expect(page.getByText('Your photo is gone.')).toBeVisible()
    await back()
    await expect(preview).toBeHidden()
    await expectClean(page)
    await button(page, 'Undo').tap()
    await expect(page.getByText('Your photo is back.')).toBeVisible()
    expect(await width()).toBe(taken)

    const chooser = page.waitForEvent('filechooser')
    await button(page, 'Take another').tap()
    await (await chooser).setFiles(await plain('#2060c0'))
    await question(page, 'Where are you?')
    await back()
    expect(await width()).not.toBe(taken)
    await button(page, 'Undo').tap()
    await expect.poll(width).toBe(taken)
    await page.reload()
    await expect.poll(width).toBe(taken)
  },
)

test(
  'words and tags of a favorite just saved are known after a reload',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    await logIn(page, member)
    const here = await restaurant(page)
    await standAt(page, here)
    await page.goto('/add-yolo?camera=1')
    await button(page, 'Without a photo').tap()
    await page.getByRole('list', { name: 'Restaurants near you' }).getByRole('button').first().tap()
    // A tap on another dish while one is being saved changes nothing.
    const { promise: isTapped, resolve: goOn } = Promise.withResolvers<void>()
    await page.route('**/api/yolos', (route) => isTapped.then(() => route.continue()))
    await button(page, /^Molten Lucy/).tap()
    await menuWithout(page, 'Molten Lucy').first().tap()
    await expect(button(page, /^Molten Lucy/)).toContainText('Saving…')
    goOn()
    await question(page, 'Saved. Add words or tags?')
    const dialog = page.getByRole('dialog')
    const tag = (name: string) => dialog.getByRole('checkbox', { name, exact: true })
    await button(page, 'Add words').tap()
    await page.getByLabel('Your review').fill('It drips.')
    await button(page, 'Save Yolo').tap()
    await expect(button(page, 'Change the words')).toBeVisible()
    await button(page, 'Add tags').tap()
    await tag('Bacon').check()
    await dialog.getByRole('button', { name: 'Save' }).tap()
    await expect(page.getByText('Your tags are saved.')).toBeVisible()

    await page.reload()
    await button(page, 'Change the words').tap()
    await expect(page.getByLabel('Your review')).toHaveValue('It drips.')
    await page.getByLabel('Your review').fill('It drips, twice.')
    await button(page, 'Save Yolo').tap()
    await expect(page.getByText('Yolo saved.')).toBeVisible()
    await button(page, 'Undo').tap()
    await expect(page.getByText('Undone.')).toBeVisible()
    await button(page, 'Change the words').tap()
    await expect(page.getByLabel('Your review')).toHaveValue('It drips.')
    await dialog.getByRole('button', { name: 'Back' }).tap()
    await button(page, 'Change the tags').tap()
    await expect(tag('Bacon')).toBeChecked()
    await expectClean(page)
    // Tags that wait on this device are known, too.
    await page.route('**/api/yolos/*/tags', (route) => route.abort())
    await tag('Cheeseburger').check()
    await dialog.getByRole('button', { name: 'Save' }).tap()
    await expect(dialog).toBeHidden()
    await button(page, 'Change the tags').tap()
    await expect(tag('Cheeseburger')).toBeChecked()
    await dialog.getByRole('button', { name: 'Back' }).tap()
    await page.unroute('**/api/yolos/*/tags')
    expect(await favoritesOf(page, member)).toMatchObject([
      { yolos: [{ description: 'It drips.' }] },
    ])
    await expectClean(page, { expected: /ERR_FAILED/ })
  },
)

test(
  'a photo just taken waits where another favorite is begun, by a link, by Add or by the shortcut',
  { tag: '@long' },
  async ({ page }) => {
    const here = await restaurant(page)
    await standAt(page, here)
    await page.goto('/add-yolo?camera=1')
    await photograph(page)
    await question(page, 'Where are you?')
    await page.getByRole('list', { name: 'Restaurants near you' }).getByRole('button').first().tap()
    const menu = `What did you have at ${here.name}?`
    await question(page, menu)
    await page.goto('/add-yolo?restaurant=2')
    await expect(page.getByText(`Your photo · ${here.name} isn’t saved yet.`)).toBeVisible()
    await page.getByRole('link', { name: 'Home', exact: true }).tap()
    await page.getByRole('link', { name: 'Add Favorite' }).tap()
    await expect(button(page, 'Continue where you left off')).toBeVisible()
    await expectClean(page)
    await button(page, 'Continue where you left off').tap()
    await question(page, menu)
    await page.goto('/add-yolo?step=photo')
    await expect(page.getByAltText('The one you chose')).toBeVisible()
    // The icon’s shortcut begins another favorite, too, so that a further photo replaces none.
    await page.goto('/add-yolo?camera=1')
    await expect(page.getByText(`Your photo · ${here.name} isn’t saved yet.`)).toBeVisible()
    await expect(page.getByAltText('The one you chose')).toBeHidden()
    await expectClean(page)
    await photograph(page)
    await question(page, 'Where are you?')
    await page.goto('/add-yolo?restaurant=2')
    await button(page, '1 more').tap()
    await expect(page.getByText(`Your photo · ${here.name} isn’t saved yet.`)).toBeVisible()
  },
)

/** Returns the buttons of a menu's dishes except one. */
const menuWithout = (page: Page, hasNotText: string) =>
  page.getByRole('main').getByRole('listitem').getByRole('button').filter({ hasNotText })

const plain = async (background: string) =>
  file(
    await sharp({ create: { width: 800, height: 600, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  )

test(
  'each of several tabs sends the photo that was taken in it',
  { tag: '@long' },
  async ({ page, context }) => {
    const member = await join(page)
    await verify(page, member)
    await logIn(page, member)
    const here = await restaurant(page)
    await standAt(page, here)
    const choosePlace = async (tab: Page) => {
      await button(tab, new RegExp(`^${here.name}`))
        .first()
        .tap()
      await question(tab, `What did you have at ${here.name}?`)
    }
    await page.goto('/add-yolo?camera=1')
    await photograph(page, await plain('#d02020'))
    await choosePlace(page)

    // A new tab continues this draft, and its photo is changed there.
    const second = await context.newPage()
    await second.goto('/add-yolo?step=photo')
    await expect(second.getByAltText('The one you chose')).toBeVisible()
    const chooser = second.waitForEvent('filechooser')
    await button(second, 'Take another').tap()
    await (await chooser).setFiles(await plain('#2020d0'))
    await question(second, 'Where are you?')
    // A third leaves the draft's photo out, and begins another draft.
    const third = await context.newPage()
    await third.goto('/add-yolo?step=photo')
    await button(third, 'Without a photo').tap()
    await question(third, 'Where are you?')
    await third.goto('/add-yolo?category=3')
    await question(third, 'Which city?')

    await page.bringToFront()
    await page.reload()
    await button(page, /^Molten Lucy/).tap()
    await expect(page.getByText('Your photo is there too.')).toBeVisible()
    await page.getByRole('link', { name: 'Add another favorite' }).tap()
    await question(page, 'Start with a photo')
    await second.bringToFront()
    await second.reload()
    await choosePlace(second)
    await menuWithout(second, 'Molten Lucy').first().tap()
    await expect(second.getByText('Your photo is there too.')).toBeVisible()

    const colours = (await favoritesOf(page, member)).map(({ itemName, photo }) => [
      itemName === 'Molten Lucy',
      photo?.colour
        .slice(1)
        .match(/../g)!
        .map((hex) => Math.round(parseInt(hex, 16) / 255)),
    ])
    expect(Object.fromEntries(colours)).toEqual({ true: [1, 0, 0], false: [0, 0, 1] })
  },
)

test(
  'what goes wrong on the quick way is said, and leads on',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/add-yolo?camera=1')
    await expectClean(page)
    await photograph(page, file(Buffer.from('no photo'), 'IMG_1.HEIC', 'image/heic'))
    await expect(page.getByText('This browser can’t read HEIC photos.')).toBeVisible()
    await photograph(page, file(Buffer.from('no photo'), 'menu.pdf', 'application/pdf'))
    await expect(page.getByText('Only .jpeg, .jpg and .png photos can be used.')).toBeVisible()
    // Where the browser reads what an iPhone calls HEIC, it is taken.
    await photograph(page, file(await quarters(), 'IMG_2.HEIC', 'image/heic'))
    await question(page, 'Where are you?')
    await button(page, 'Find what’s near').tap()
    await expect(page.getByText('Search for the restaurant instead.')).toBeVisible()
    await expectClean(page)

    // BACK, the phone's back and a reload lose nothing.
    await page.goBack()
    await expect(page.getByAltText('The one you chose')).toBeVisible()
    await page.reload()
    await expect(page.getByAltText('The one you chose')).toBeVisible()
    await expectClean(page)
    await button(page, 'NEXT').click()
    await button(page, 'Search by name').tap()
    await question(page, 'Which city?')
    await button(page, 'BACK').tap()
    await question(page, 'Where are you?')

    // A visitor chooses a dish and is asked to log in when they save it.
    const here = await restaurant(page)
    await standAt(page, here)
    await button(page, 'Find what’s near').tap()
    await button(page, new RegExp(`^${here.name}`)).tap()
    await expectClean(page)
    await button(page, /^Molten Lucy/).tap()
    await question(page, 'Why this one?')
    const member = await join(page)
    await button(page, 'Save Yolo').click()
    await page.getByLabel('E-mail').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill('nine calm otters')
    await button(page, 'Current Members - Log In').tap()
    await question(page, 'Why this one?')
    await button(page, 'Save Yolo').click()
    await question(page, 'Saved. Add words or tags?')
    await expect(page.getByText('Your photo is there too.')).toBeVisible()

    // What isn't on the menu yet is named as on the usual way, and skips what can follow.
    await page.getByRole('link', { name: 'Add another favorite' }).tap()
    await question(page, 'Start with a photo')
    await button(page, 'Without a photo').tap()
    await button(page, new RegExp(`^${here.name}`)).tap()
    await button(page, 'Something else').tap()
    await button(page, 'Dessert').tap()
    await page.getByLabel('NAME OF MENU ITEM?').fill('Quick Pie')
    await button(page, 'NEXT').click()
    await question(page, 'Why this one?')
  },
)

test('a place shared from a maps app begins the search for its restaurant', async ({ page }) => {
  const { latitude, longitude, name } = await restaurant(page)
  const share = (texts: Record<string, string>) =>
    page.goto(`/add-yolo?${new URLSearchParams(texts).toString()}`)
  await share({ text: `${name}\nhttps://maps.apple.com/?ll=${latitude},${longitude}` })
  await question(page, 'Which restaurant?')
  await expect(page.getByRole('combobox', { name: 'Restaurant name' })).toHaveValue(name)
  await page.getByRole('option', { name }).first().tap()
  await button(page, 'NEXT').click()
  await question(page, 'Which category?')

  await share({ text: 'https://maps.app.goo.gl/a1B2c3' })
  await question(page, 'Which city?')
  await expect(page.getByText('We couldn’t read a place from what you shared.')).toBeVisible()
  await expectClean(page)
})
