import type { Page } from '@playwright/test'
import { expect, expectClean, stayOnLastPage, test } from '../checks.ts'
import { knownIn } from '../looks/screens.ts'
import { join, logIn, save, verify } from '../members.ts'
import { Newcomer } from '../newcomer.ts'
import { file, quarters } from '../photo-files.ts'
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
// Playwright's trace would fetch the blob: URL of a photo, which the site's CSP forbids.
test.use({ trace: 'off' })
test.beforeEach(({ page }) => stayOnLastPage(page))

const burger = () => `Double Journey ${Math.random().toString(36).slice(2, 8)}`
const words = (page: Page) => page.getByPlaceholder('Tell us why you love it!')
const dishName = (page: Page) => page.getByLabel('NAME OF MENU ITEM?')

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a visitor adds a favorite, joins on the way, and finds it in the list', async ({
    page,
  }) => {
    const dish = burger()
    await page.goto('/home')
    await page.getByRole('link', { name: 'Add Your Favorites' }).first().click()
    await question(page, 'Which city?')
    await expectClean(page)
    await pickCity(page, 'Minneap', 'Minneapolis, MN, US')
    await expectClean(page)
    await pickRestaurant(page, 'Lucy', 'Lucy & Gus')
    await question(page, 'Which category?')
    await expect(page.getByRole('group', { name: 'Food' }).getByRole('button')).toHaveCount(9)
    await expect(page.getByRole('group', { name: 'Drinks' }).getByRole('button')).toHaveCount(5)
    await expectClean(page)
    await press(page, 'Burgers')

    await expect(page.getByRole('button', { name: 'NEXT' })).toBeHidden()
    await dishName(page).fill('   ')
    await expect(page.getByRole('button', { name: 'NEXT' })).toBeHidden()
    // While the member types, a dish with a similar name is offered.
    await dishName(page).fill('molten-lucys')
    const near = page.getByRole('region', { name: 'Is it this one?' })
    await near.getByRole('button', { name: /^Molten Lucy/ }).click()
    await question(page, 'Which tags fit it?')
    await press(page, 'BACK')
    await expect(dishName(page)).toHaveValue('Molten Lucy')
    await nameItem(page, dish)

    await question(page, 'Which tags fit it?')
    await page.getByRole('checkbox', { name: 'Smash' }).check()
    await expectClean(page)
    await press(page, 'NEXT')
    await words(page).fill('It drips. '.repeat(200))
    await press(page, 'Save Yolo')
    await expect(page.getByText('At most 300 characters.')).toBeVisible()
    await expect(words(page)).toBeFocused()
    await words(page).fill('It drips.')
    await expect(page.getByText('291 characters left').first()).toBeVisible()
    await page.reload()
    await expect(words(page)).toHaveValue('It drips.')
    await press(page, 'BACK')
    await expect(page.getByRole('checkbox', { name: 'Smash' })).toBeChecked()
    await page.goBack()
    await expect(dishName(page)).toHaveValue(dish)
    await page.goForward()
    await page.goForward()
    await expectClean(page)

    await press(page, 'Save Yolo')
    await question(page, 'Almost Done!')
    await expectClean(page)
    await page.getByRole('link', { name: 'New Members - Join' }).click()
    await new Newcomer().fillIn(page)
    await expect(page.getByText('One tap on Save Yolo is left.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save Yolo' })).toBeFocused()
    await expect(words(page)).toHaveValue('It drips.')
    await press(page, 'Save Yolo')
    await withoutPhoto(page)
    await expect(page.getByText('Others see it once you have verified')).toBeVisible()
    await expectClean(page)
    await page.getByRole('link', { name: 'My Page', exact: true }).last().click()
    const card = page.getByRole('article').filter({ hasText: dish })
    await expect(card).toContainText('It drips.')
  })
})

test('an unverified member saves one, and the next once the mail’s link is pressed', async ({
  page,
}) => {
  const member = await join(page)
  await logIn(page, member)
  await save(page, member, burger())
  await toCategory(page)
  // Said before anything is typed.
  await expect(page.getByText(/you must verify by e-mail first/)).toBeVisible()
  await press(page, 'Fast Food')
  await nameItem(page, burger())
  // Fast Food has no tags step.
  await question(page, 'Why this one?')
  await words(page).fill('Typed meanwhile')
  await expect(page.getByText(/you must verify by e-mail first/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save Yolo' })).toBeHidden()
  await expectClean(page)

  await verify(page, member)
  await logIn(page, member)
  await page.goto('/add-yolo')
  await expect(page.getByText('You go on with what you began earlier')).toBeVisible()
  await expect(words(page)).toHaveValue('Typed meanwhile')
  await press(page, 'Save Yolo')
  await withoutPhoto(page)
})

test('a fourth favorite of a category takes the place of one', async ({ page }) => {
  const member = await join(page)
  await verify(page, member)
  await logIn(page, member)
  const three = ['One', 'Two', 'Three'].map((name) => `${name} ${member.id}`)
  for (const name of three) await save(page, member, name)
  await toCategory(page)
  await expect(page.getByRole('button', { name: /^Burgers Quota of 3 filled$/ })).toBeDisabled()
  await expectClean(page)
  await press(page, 'Swap one of your three in Burgers')
  await nameItem(page, `Four ${member.id}`)
  await press(page, 'NEXT')
  await words(page).fill('The best of four.')
  await press(page, 'Save Yolo')
  await expect(page.getByRole('heading', { name: 'Which one should go?' })).toBeVisible()
  await press(page, 'Save Yolo')
  await expect(page.getByRole('radio').first()).toBeFocused()
  await page.getByRole('radio', { name: three[1]! }).check()
  await expect(page.getByText(`${three[1]} goes when you save`)).toBeVisible()
  await expectClean(page, { expected: /409/ })
  await press(page, 'Save Yolo')
  await withoutPhoto(page)
  await page.goto('/my-page')
  await expect(page.getByRole('heading', { name: `Four ${member.id}` })).toBeVisible()
  await expect(page.getByRole('heading', { name: three[1]! })).toHaveCount(0)
})

test(
  'one’s own dish is offered no second time, and one of nearly the same name is',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    await verify(page, member)
    await logIn(page, member)
    const name = burger()
    await save(page, member, name)
    await toCategory(page)
    await press(page, 'Burgers')
    await expect(page.getByRole('button', { name: new RegExp(name) })).toBeDisabled()
    await dishName(page).fill(` ${name.toUpperCase()} `)
    await expect(page.getByText('This is one of your favorites already.')).toBeVisible()
    const near = page.getByRole('region', { name: /^Is it/ })
    await dishName(page).fill(`${name}s`)
    await expect(near.getByRole('button', { name: `${name} Your favorite` })).toBeDisabled()
    await expectClean(page)
    await press(page, 'NEXT')
    await question(page, 'Which tags fit it?')
  },
)

test('without a connection everything stays, also the photo', async ({ page, context }) => {
  const member = await join(page)
  await verify(page, member)
  await logIn(page, member)
  await toCategory(page)
  await press(page, 'Coffee')
  await nameItem(page, burger())
  await words(page).fill('Strong.')
  await context.setOffline(true)
  await press(page, 'Save Yolo')
  await expect(page.getByText('No connection. Try again.')).toBeVisible()
  await expect(words(page)).toHaveValue('Strong.')
  await context.setOffline(false)
  await press(page, 'Save Yolo')
  await question(page, 'Add a photo?')
  await page.getByLabel('Photo file').setInputFiles(file(await quarters()))
  const crop = page.getByRole('group', { name: /^Your photo/ })
  await expect(crop).toBeVisible()
  await context.setOffline(true)
  await press(page, 'Save photo')
  await expect(page.getByText('No connection. Try again.')).toBeVisible()
  await context.setOffline(false)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(crop).toBeVisible()
  await press(page, 'Save photo')
  await question(page, 'Yolo added.')
  await expectClean(page, { expected: /ERR_INTERNET_DISCONNECTED/ })
})

test('from a restaurant, a category or a dish the wizard begins with what is known', async ({
  page,
  baseURL,
}) => {
  const { restaurant } = await knownIn(baseURL!)
  const found = await (await page.request.get(`/api/restaurants/${restaurant}`)).json()
  const [dish, other] = found.items
  // No city has been chosen, but the wizard needs none if the restaurant is known.
  await page.goto(`/add-yolo?restaurant=${restaurant}`)
  await question(page, 'Which category?')
  await page.goto(`/add-yolo?restaurant=${restaurant}&category=10`)
  await question(page, `Which beer at ${found.restaurant.name}?`)
  const ofDish = (id: number) => `/add-yolo?restaurant=${restaurant}&item=${id}`
  await page.goto(ofDish(dish.id))
  await question(page, /^(Why this one|Which tags fit it)\?$/)
  await page.goto('/add-yolo?step=yolo')
  await expect(page.getByRole('main')).toContainText(dish.itemName)

  // A draft of the same dish goes on, and says so. That of another dish begins empty.
  await words(page).fill('It was dry.')
  await page.goto(ofDish(dish.id))
  await expect(page.getByText('You go on with what you began earlier')).toBeVisible()
  await page.goto('/add-yolo?step=yolo')
  await expect(words(page)).toHaveValue('It was dry.')
  await page.goto(ofDish(other.id))
  await question(page, /^(Why this one|Which tags fit it)\?$/)
  await page.goto('/add-yolo?step=yolo')
  await expect(words(page)).toHaveValue('')
  await words(page).fill('Crisp.')
  await page.goto('/add-yolo')
  await press(page, 'Start over')
  await question(page, 'Which city?')
})

test(
  'near me is the first list of the restaurant step',
  { tag: '@long' },
  async ({ page, context }) => {
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 44.9778, longitude: -93.265 })
    await page.goto('/add-yolo')
    await pickCity(page, 'Minneap', 'Minneapolis, MN, US')
    const near = page.getByRole('list', { name: 'Restaurants near you' })
    await expect(near.getByRole('button').first()).toContainText(/right here|\d (mi|ft|yd)/)
    await expectClean(page)
    await near.getByRole('button').first().click()
    await question(page, 'Which category?')
  },
)

test('by keyboard alone, with a restaurant that is missing', { tag: '@long' }, async ({ page }) => {
  await new Newcomer().join(page)
  const { keyboard } = page
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 60; presses++) {
      await keyboard.press('Tab')
      const focused = await page.evaluate(() => document.activeElement?.textContent?.trim())
      if (focused === name) return
    }
    throw new Error(`Tab never reaches ${name}.`)
  }
  const questionFocused = () => expect(page.locator('#question')).toBeFocused()
  await page.goto('/add-yolo')
  await pickCity(page, 'Minneap', 'Minneapolis, MN, US')
  await tabTo('Add a missing restaurant')
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused()
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
  await questionFocused()
  await tabTo('Beer')
  await keyboard.press('Enter')
  await questionFocused()
  await keyboard.press('Tab')
  await keyboard.type('Hazy Pale')
  await keyboard.press('Enter')
  await question(page, 'Why this one?')
  await tabTo('Save Yolo')
  await keyboard.press('Enter')
  await withoutPhoto(page)
  await questionFocused()
})
