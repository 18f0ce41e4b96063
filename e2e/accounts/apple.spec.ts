import type { Page } from '@playwright/test'
import { expect, expectClean, handlesClicks, test } from '../checks.ts'
import { join } from '../members.ts'

test.setTimeout(240_000)
test.use({ viewport: { width: 390, height: 844 } })

const key = () => Math.random().toString(36).slice(2, 10)
const apple = (on: Pick<Page, 'getByRole'>) => on.getByRole('link', { name: 'Sign in with Apple' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const stored = (page: Page, name: string) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown, name)
const userName = (page: Page) => page.getByLabel('Display username')
const upvoted = (page: Page) => page.getByRole('button', { name: /UPVOTED/ })

async function pretend(page: Page, email: string) {
  await expect(heading(page, 'Pretend Apple')).toBeVisible()
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill(`Apple ${key()}`)
  await press(page, 'Continue')
}

test(
  'a newcomer’s upvote waits while they sign in with Apple and say when they were born; the second time leads straight in',
  { tag: '@long' },
  async ({ page }) => {
    const email = `ada.${key()}@example.com`
    await page.goto('/burgers/minneapolis-mn-us')
    await page.evaluate(() => localStorage.setItem('selectedDistance', '5'))
    await handlesClicks(page)
    await page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /Tap to Upvote/ })
      .click()
    const overlay = page.getByRole('dialog', { name: 'Almost Done!' })
    await expect(apple(overlay)).toContainText('Pretend Apple — for trying out, no real accounts')
    await expectClean(page)
    await apple(overlay).click()
    await expect(heading(page, 'Pretend Apple')).toBeVisible()
    await expectClean(page)
    await pretend(page, email)

    await expect(heading(page, 'Almost Done!')).toBeVisible()
    await expect(page).toHaveURL(/\/login\?next=[^#]*$/)
    await expectClean(page)
    await expect(userName(page)).toHaveValue(/^Ada Apple/)
    await expect(page.getByText('Everyone sees it next to your favorites.')).toBeVisible()
    await userName(page).fill('')
    await press(page, 'New Members - Join')
    await expect(page.getByRole('alert')).toContainText('Please choose the month of your birth.')
    await expect(page.getByRole('alert')).toContainText('Please choose a display username.')
    await userName(page).fill(`Pip ${key()}`)
    await page.getByLabel('Month').selectOption('May')
    await page.getByLabel('Year').fill(String(new Date().getFullYear() - 10))
    await press(page, 'New Members - Join')
    const refused = page.getByText('Sorry, we can’t make an account for you at the moment.')
    await expect(refused).toBeVisible()
    await expectClean(page, { expected: /403/ })
    const chosen = `Orchard ${key()}`
    await userName(page).fill(chosen)
    await page.getByLabel('Month').selectOption('May')
    await page.getByLabel('Year').fill('1990')
    const mails = page.getByRole('checkbox', { name: /^Send me mails about the best food/ })
    await expect(mails).not.toBeChecked()
    await mails.check()
    await press(page, 'New Members - Join')
    await expect(page).toHaveURL(/\/burgers\/minneapolis-mn-us/)
    await expect(upvoted(page)).toHaveCount(1)
    await expectClean(page)
    expect(await stored(page, 'loginInfo')).toEqual({
      facebookLogin: false,
      appleLogin: true,
      simpleLogin: false,
    })
    expect(await stored(page, 'selectedDistance')).toBe(20)
    const { id } = (await stored(page, 'user')) as { id: number }
    await page.goto(`/user/${id}`)
    await expect(heading(page, chosen)).toBeVisible()
    await expect(page.getByText('Ada Apple')).toHaveCount(0)

    await page.goto('/settings')
    await expect(page.getByLabel('Mails about the best food in my area')).toBeChecked()

    await page.goto('/logout')
    await expect(page).toHaveURL('/home')
    await page.goto('/start')
    await expect(apple(page)).toBeVisible()
    // Requests that were still running at the log-out may fail with 401.
    await expectClean(page, { expected: /401/ })
    await apple(page).click()
    await pretend(page, email)
    await expect(page).toHaveURL('/home')
    await expect.poll(() => stored(page, 'user')).toMatchObject({ id, isLogged: true })
  },
)

test(
  'who says no at Apple, or whose log-in is refused, reads why and can try again',
  { tag: '@long' },
  async ({ page, baseURL }) => {
    for (const path of ['/login', '/loginv2', '/user-login', '/signup']) {
      await page.goto(`${path}?next=%2Feat`)
      await expect(apple(page)).toHaveAttribute('href', `${baseURL}/api/login/apple?next=%2Feat`)
    }
    // On another host name of the same machine, the button links to the site's configured origin, because the cookie
    // for the return from Apple belongs to it.
    await page.goto(`${baseURL!.replace('127.0.0.1', 'localhost')}/start?next=%2Feat`)
    await expect(apple(page)).toHaveAttribute('href', `${baseURL}/api/login/apple?next=%2Feat`)
    await apple(page).click()
    await expect(heading(page, 'Pretend Apple')).toBeVisible()
    await press(page, 'Cancel')
    await expect(page).toHaveURL('/login?next=%2Feat')
    await expect(page.getByText('Apple Login error')).toHaveCount(0)
    await expectClean(page)

    await page.goto('/login#apple=spent')
    await expect(page.getByText('Apple Login error')).toBeVisible()
    await expect(page).toHaveURL('/login')
    await expectClean(page, { expected: /401/ })

    // The request never reaches the server, so Apple's code remains valid for a second try.
    const email = `bo.${key()}@example.com`
    await page.goto('/start?next=%2Feat')
    await apple(page).click()
    await pretend(page, email)
    await page.getByLabel('Month').selectOption('May')
    await page.getByLabel('Year').fill('1990')
    await page.route('**/api/login', (route) => route.abort())
    await press(page, 'New Members - Join')
    await expect(page.getByText('No connection. Try again.')).toBeVisible()
    await expectClean(page, { expected: /ERR_FAILED/ })
    await page.unroute('**/api/login')
    await press(page, 'New Members - Join')
    await expect(page).toHaveURL('/eat')
  },
)

test(
  'a favorite that is written already waits while its author signs in with Apple',
  { tag: '@long' },
  async ({ page }) => {
    const dish = `Orchard Burger ${key()}`
    await page.goto('/add-yolo')
    await page.getByRole('combobox', { name: 'ENTER LOCATION HERE' }).fill('Minneap')
    await page.getByRole('option', { name: 'Minneapolis, MN, US' }).click()
    await page.getByRole('combobox', { name: 'Restaurant name' }).fill('Lucy')
    await page.getByRole('option', { name: 'Lucy & Gus' }).first().click()
    await press(page, 'NEXT')
    await press(page, 'Burgers')
    await page.getByLabel('NAME OF MENU ITEM?').fill(dish)
    await press(page, 'NEXT')
    await expect(heading(page, 'Which tags fit it?')).toBeVisible()
    await press(page, 'NEXT')
    const words = page.getByPlaceholder('Tell us why you love it!')
    await words.fill('It drips.')
    await press(page, 'Save Yolo')
    await expect(heading(page, 'Almost Done!')).toBeVisible()
    await expectClean(page)

    await apple(page).click()
    await pretend(page, `cy.${key()}@example.com`)
    await page.getByLabel('Month').selectOption('May')
    await page.getByLabel('Year').fill('1990')
    await press(page, 'New Members - Join')
    await expect(page).toHaveURL('/add-yolo?step=yolo&logged=in')
    await expect(words).toHaveValue('It drips.')
    await press(page, 'Save Yolo')
    await expect(heading(page, 'Add a photo?')).toBeVisible()
  },
)

test(
  'who has an account links Apple to it with the password, once',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    const toApple = async () => {
      await page.goto('/login')
      await apple(page).click()
      await pretend(page, member.email)
    }
    await toApple()
    await expect(heading(page, 'You have an account already')).toBeVisible()
    await expectClean(page)
    await page.getByLabel('Password', { exact: true }).fill('not this one')
    await press(page, 'Log in and link Apple')
    await expect(page.getByText('Wrong e-mail or password.').first()).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill('nine calm otters')
    await press(page, 'Log in and link Apple')
    await expect(page).toHaveURL('/home')
    await page.goto('/logout')
    await expect(page).toHaveURL('/home')
    await toApple()
    await expect(page).toHaveURL('/home')
    await expect.poll(() => stored(page, 'user')).toMatchObject({ id: member.id, isLogged: true })
  },
)
