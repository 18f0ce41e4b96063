import type { Page } from '@playwright/test'
import { expect, expectClean, stayOnLastPage, test } from '../checks.ts'
import { join, logIn } from '../members.ts'
import { Newcomer } from '../newcomer.ts'
import {
  nameItem,
  pickCity,
  pickRestaurant,
  press,
  question,
  toCategory,
  withoutPhoto,
} from './steps.ts'

// Axe checks every step, which takes long.
test.setTimeout(150_000)
test.beforeEach(({ page }) => stayOnLastPage(page))

const phone = { width: 390, height: 844 }
const burger = () => `Double Journey ${Math.random().toString(36).slice(2, 8)}`

const words = (page: Page) => page.getByPlaceholder('Tell us why you love it!')

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true })

  test('a visitor adds a favorite, joins on the way, and finds it in the list', async ({
    page,
  }) => {
    const dish = burger()
    await page.goto('/home')
    await page.getByRole('link', { name: 'Add Your Favorites' }).first().click()
    await question(page, 'Which city?')
    await expectClean(page)

    await press(page, 'CHANGE LOCATION')
    await press(page, 'CHANGE')
    await expect(page.getByText('Not Found!')).toBeVisible()
    await expectClean(page)
    await page.getByRole('combobox', { name: 'ENTER LOCATION HERE' }).fill('Minneap')
    await expect(page.getByRole('option').first()).toBeVisible()
    await press(page, 'CHANGE')
    await expect(page.getByText('Choose a city from the list.')).toBeVisible()
    await page.getByRole('combobox', { name: 'ENTER LOCATION HERE' }).fill('Zzqxv')
    await expect(page.getByText('Not Found!')).toBeVisible()
    await press(page, 'CHANGE')
    await expect(page.getByRole('alert').getByText('Not Found!')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
    await pickCity(page, 'Minneap', 'Minneapolis, MN, US')
    await expectClean(page)
    // A tap below the open list reaches its button, though the list above it closes meanwhile.
    await page.getByRole('combobox', { name: 'Restaurant name' }).fill('Luc')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.getByRole('button', { name: 'Add a missing restaurant' }).tap()
    await page.getByRole('dialog').getByRole('button', { name: 'BACK' }).tap()
    await pickRestaurant(page, 'Lucy', 'Lucy & Gus')
    await question(page, 'Which category?')
    await expect(page.getByRole('group', { name: 'Food' }).getByRole('button')).toHaveCount(9)
    await expect(page.getByRole('group', { name: 'Drinks' }).getByRole('button')).toHaveCount(5)
    await expectClean(page)
    await press(page, 'Burgers')

    await expect(page.getByLabel('NAME OF MENU ITEM?')).toBeVisible()
    await expect(page.getByRole('button', { name: 'NEXT' })).toBeHidden()
    await page.getByLabel('NAME OF MENU ITEM?').fill('   ')
    await expect(page.getByRole('button', { name: 'NEXT' })).toBeHidden()
    await expectClean(page)

    // While the member types, a dish with a similar name is offered, and the keyboard can choose it.
    await page.getByLabel('NAME OF MENU ITEM?').fill('molten-lucys')
    const near = page.getByRole('region', { name: 'Is it this one?' })
    const offer = near.getByRole('button', { name: /^Molten Lucy \d+ upvotes?$/ })
    await expect(offer).toBeVisible()
    await expect(page.getByText('Is it this one? Molten Lucy')).toHaveAttribute(
      'aria-live',
      'polite',
    )
    await expectClean(page)
    await page.getByLabel('NAME OF MENU ITEM?').press('Tab')
    await expect(offer).toBeFocused()
    await offer.press('Enter')
    await question(page, 'Which tags fit it?')
    await press(page, 'BACK')
    await expect(page.getByLabel('NAME OF MENU ITEM?')).toHaveValue('Molten Lucy')
    await nameItem(page, dish)

    await question(page, 'Which tags fit it?')
    await page.getByRole('checkbox', { name: 'Smash' }).check()
    await expectClean(page)
    await press(page, 'NEXT')

    await words(page).fill('It drips. '.repeat(200))
    await press(page, 'Save Yolo')
    await expect(page.getByText('At most 300 characters.')).toBeInViewport({ ratio: 1 })
    await expect(words(page)).toBeFocused()
    await words(page).fill('It drips.')
    await expect(page.getByText('291 characters left').first()).toBeVisible()
    await page.reload()
    await expect(words(page)).toHaveValue('It drips.')
    await press(page, 'BACK')
    await expect(page.getByRole('checkbox', { name: 'Smash' })).toBeChecked()
    await page.goBack()
    await expect(page.getByLabel('NAME OF MENU ITEM?')).toHaveValue(dish)
    await page.goForward()
    await page.goForward()
    await expect(words(page)).toHaveValue('It drips.')
    await expectClean(page)

    await press(page, 'Save Yolo')
    await question(page, 'Almost Done!')
    await expectClean(page)
    await page.getByRole('link', { name: 'New Members - Join' }).click()
    await new Newcomer().fillIn(page)
    await expect(page).toHaveURL('/add-yolo?step=yolo')
    await expect(words(page)).toHaveValue('It drips.')
    await press(page, 'Save Yolo')
    await withoutPhoto(page)
    await expectClean(page)
    await expect(page.getByRole('link', { name: 'My Page', exact: true }).last()).toHaveAttribute(
      'href',
      '/my-page',
    )

    await page.getByRole('link', { name: 'See it among the burgers' }).click()
    const card = page.getByRole('article').filter({ hasText: dish })
    await expect(card).toContainText('Lucy & Gus')
    await expect(card).toContainText(/\d mi/)
    await expect(card).toContainText('It drips.')
    await expect(card).toContainText('Smash')
    await expect(card).toContainText('Your favorite')

    // After saving, Back returns neither to the form that was sent nor to the steps and the joining before it.
    await page.goBack()
    await question(page, 'Yolo added.')
    await page.goBack()
    await expect(page).toHaveURL('/home')
  })
})

test(
  'an unverified member saves one, opens the mail’s link in another tab, and saves the next',
  { tag: '@long' },
  async ({ page, context }) => {
    const newcomer = new Newcomer()
    await newcomer.join(page)
    await toCategory(page)
    await press(page, 'Coffee')
    await nameItem(page, burger())
    // Drinks have no tags.
    await question(page, 'Why this one?')
    await press(page, 'Save Yolo')
    await withoutPhoto(page)

    await page.getByRole('link', { name: 'Add another favorite' }).click()
    await pickRestaurant(page, 'Lucy', 'Lucy & Gus')
    await press(page, 'Fast Food')
    await nameItem(page, burger())
    await question(page, 'Why this one?')
    await words(page).fill('Kept meanwhile')
    await expect(page.getByText(/you must verify by e-mail first/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save Yolo' })).toBeHidden()
    await expectClean(page)

    // This tab learns of it at once, though it asks the server only while it is in view.
    await page.evaluate(() =>
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' }),
    )
    const other = await context.newPage()
    await other.goto(await newcomer.verifyLink())
    await expect(other.getByText(/verified/i).first()).toBeVisible()
    await expect(page.getByText(/you must verify by e-mail first/)).toBeHidden()
    await other.close()
    await expect(words(page)).toHaveValue('Kept meanwhile')
    await press(page, 'Save Yolo')

    // In Fast Food, tags are added after saving.
    await withoutPhoto(page)
    await press(page, 'Add tags')
    const tags = page.getByRole('dialog', { name: 'Add tags' })
    await tags.getByRole('checkbox', { name: 'Fries' }).check()
    await expectClean(page)
    // Adding tags loses nothing, so no confirmation is shown.
    await tags.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Your tags are saved.')).toBeVisible()
  },
)

test(
  'names that are there already are offered, three fill a category, a lost answer saves once',
  { tag: '@long' },
  async ({ page }) => {
    const newcomer = new Newcomer()
    await newcomer.join(page)
    await page.goto(await newcomer.verifyLink())
    await expect(page.getByText(/verified/i).first()).toBeVisible()
    await toCategory(page)
    await press(page, 'Pizza')
    const first = burger()
    await nameItem(page, first)
    await press(page, 'NEXT')

    // The server saves, but its answer is lost on the way.
    await page.route(
      '**/api/yolos',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await press(page, 'Save Yolo')
    await question(page, 'Add a photo?')
    await press(page, "DON'T SAVE")
    await question(page, 'Kept on this device.')
    await expect(page.getByText(`Sent: ${first} at `)).toBeVisible()

    await toCategory(page)
    await press(page, 'Pizza')
    await expect(page.getByRole('button', { name: new RegExp(first) })).toBeDisabled()
    await page.getByLabel('NAME OF MENU ITEM?').fill(` ${first.toUpperCase()} `)
    await expect(page.getByText('This is one of your favorites already.')).toBeVisible()
    await expectClean(page, { expected: /ERR_FAILED|409/ })
    // Dishes with similar names are offered while the member types, but their own can't be chosen a second time.
    await page.getByLabel('NAME OF MENU ITEM?').fill(first.replaceAll(' ', '-').toLowerCase())
    const near = page.getByRole('region', { name: 'Is it this one?' })
    await expect(near.getByRole('button', { name: `${first} Your favorite` })).toBeDisabled()
    await nameItem(page, `${first}s`)
    const offered = page.getByRole('dialog', { name: 'Is it this one?' })
    await expect(offered.getByRole('button', { name: first })).toBeDisabled()
    await expectClean(page)
    // The dish that is there is the prominent choice, not the one that makes a second of it.
    const other = offered.getByRole('button', { name: 'No, it’s a different dish' })
    await expect(other).toHaveAttribute('data-variant', 'secondary')
    await other.click()
    await press(page, 'NEXT')
    await press(page, 'Save Yolo')
    await withoutPhoto(page)

    await newcomer.save(page, { category: 2, name: burger() })
    await toCategory(page)
    await expect(page.getByRole('button', { name: /^Pizza Quota of 3 filled$/ })).toBeDisabled()
    await expectClean(page)
    // A member can go on in a full category, to replace one of the three favorites.
    await press(page, 'Swap one of your three in Pizza')
    await expect(page.getByText(`Quota of 3 filled: `)).toContainText(first)
    await nameItem(page, 'A fourth pizza')
    await question(page, 'Which tags fit it?')
    await press(page, 'NEXT')
    await expect(page.getByRole('heading', { name: 'Which one should go?' })).toBeVisible()
    // Nothing is sent before one is chosen.
    await press(page, 'Save Yolo')
    await expect(page.getByText('Choose which one should go.')).toBeVisible()
    await expect(page.getByRole('radio').first()).toBeFocused()
    await press(page, 'Choose another category')
    await question(page, 'Which category?')

    // The category is filled in another tab meanwhile, so the server refuses and names the three favorites.
    for (const name of [burger(), burger()]) await newcomer.save(page, { category: 5, name })
    await press(page, 'Sides')
    const fourth = burger()
    await nameItem(page, fourth)
    await question(page, 'Which tags fit it?')
    await press(page, 'NEXT')
    await question(page, 'Why this one?')
    await newcomer.save(page, { category: 5, name: 'The third of them' })
    await press(page, 'Save Yolo')
    await expect(page.getByText('Quota of 3 filled')).toBeVisible()
    const goes = page.getByRole('radio', { name: /^The third of them/ })
    await expect(goes).toBeVisible()
    await expectClean(page, { expected: /409/ })
    await press(page, 'Choose another category')
    await question(page, 'Which category?')
    await page.goBack()

    // The server swaps the two favorites when the new one is saved, but its answer is lost on the way.
    await goes.check()
    await expect(page.getByText('The third of them goes when you save')).toBeVisible()
    await page
      .getByPlaceholder('Tell us why you love it!')
      .fill('Better than the cafe\u0301’s\u200b third.')
    await expectClean(page, { expected: /409/ })
    await page.route(
      '**/api/yolos/swap',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await press(page, 'Save Yolo')
    await question(page, 'Add a photo?')
    await expect(page.getByText(`Sent: ${fourth} at `)).toBeVisible()
    await page.goto('/my-page')
    await expect(page.getByRole('heading', { name: fourth })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'The third of them' })).toHaveCount(0)
  },
)

test('by keyboard alone, with a restaurant that is missing', { tag: '@long' }, async ({ page }) => {
  const newcomer = new Newcomer()
  await newcomer.join(page)
  const { keyboard } = page
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 60; presses++) {
      await keyboard.press('Tab')
      const focused = await page.evaluate(() => document.activeElement?.textContent?.trim())
      if (focused === name) return
    }
    throw new Error(`Tab never reaches ${name}.`)
  }
  const at = (id: string) => expect(page.locator(`#${id}`)).toBeFocused()

  await page.goto('/add-yolo')
  await tabTo('CHANGE LOCATION')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Choose your city' })).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await keyboard.type('Minneap')
  await expect(page.getByRole('option').first()).toBeVisible()
  await keyboard.press('Enter')
  await tabTo('CHANGE')
  await keyboard.press('Enter')
  await question(page, 'Which restaurant?')
  await at('question')
  await tabTo('Add a missing restaurant')
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByText('Please enter its address.')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeFocused()
  const name = `Journey’s End ${Date.now()}`
  await keyboard.type(name)
  await keyboard.press('Tab')
  await keyboard.type('1 Nicollet Mall')
  await expectClean(page)
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'Restaurant name' })).toHaveValue(name)
  await tabTo('NEXT')
  await keyboard.press('Enter')
  await at('question')
  await tabTo('Beer')
  await keyboard.press('Enter')
  await at('question')
  await keyboard.press('Tab')
  await keyboard.type('Hazy Pale')
  await keyboard.press('Enter')
  await question(page, 'Why this one?')
  await tabTo('Save Yolo')
  await keyboard.press('Enter')
  await withoutPhoto(page)
  await at('question')
  // Nobody else sees what the newcomer added, nor does a list show it to them.
  await expect(page.getByText('Others see it once you have verified your e-mail.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^See it among/ })).toHaveCount(0)
  await expectClean(page)
})

test(
  'a slip on the category step loses no tags, and none of another category is sent',
  { tag: '@long' },
  async ({ page }) => {
    await logIn(page, await join(page))
    await toCategory(page)
    const choose = async (category: string) => {
      await question(page, 'Which category?')
      await press(page, category)
      await expect(page.getByLabel('NAME OF MENU ITEM?')).toBeVisible()
    }
    const tag = page.getByRole('checkbox', { name: 'Bacon', exact: true })
    const toTags = async () => {
      await press(page, 'NEXT')
      await question(page, 'Which tags fit it?')
    }
    await choose('Burgers')
    await page.getByLabel('NAME OF MENU ITEM?').fill(`Slipped ${Date.now()}`)
    await toTags()
    await tag.check()
    await press(page, 'BACK')
    await press(page, 'BACK')
    await choose('Dessert')
    await page.reload()
    await press(page, 'BACK')
    await choose('Burgers')
    await toTags()
    await expect(tag).toBeChecked()
    await press(page, 'BACK')
    await press(page, 'BACK')
    await choose('Dessert')
    await toTags()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
    await expectClean(page)
    await press(page, 'NEXT')
    await press(page, 'Save Yolo')
    await question(page, 'Add a photo?')
  },
)
