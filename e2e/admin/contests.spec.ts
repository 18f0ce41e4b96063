import type { Page } from '@playwright/test'
import { expect, expectClean, stayOnLastPage, test } from '../checks.ts'
import { press, signIn } from './desk.ts'
import { join, logIn, verify } from '../members.ts'

test.use({ actionTimeout: 60_000 })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const inDays = (n: number) => new Date(Date.now() + n * 24 * 60 * 60 * 1000)

/** Follows a link in the page's main part by keyboard. */
async function follow(page: Page, name: string) {
  const link = page.getByRole('main').getByRole('link', { name, exact: true })
  await link.first().focus()
  await page.keyboard.press('Enter')
}

async function type(page: Page, label: string, words: string) {
  await page.getByLabel(label, { exact: true }).focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(words)
  await expect(page.getByLabel(label, { exact: true })).toHaveValue(words)
}

/** Types noon of a day into a date and time field, one part after another as the browser expects it. */
async function typeNoon(page: Page, label: string, at: Date) {
  const two = (n: number) => String(n).padStart(2, '0')
  const [month, day, year] = [two(at.getMonth() + 1), two(at.getDate()), String(at.getFullYear())]
  const field = page.getByLabel(label, { exact: true })
  await field.focus()
  await page.keyboard.type(month + day + year)
  await page.keyboard.press('Tab')
  await page.keyboard.type('1200PM')
  await expect(field).toHaveValue(`${year}-${month}-${day}T12:00`)
}

/** Makes a contest, starting from the list of contests. */
async function makeContest(page: Page, title: string) {
  await page.locator('summary', { hasText: 'Make a contest' }).focus()
  await page.keyboard.press('Enter')
  await type(page, 'Title', title)
  await type(page, 'Prize', `The prize of ${title}`)
  await page.getByRole('combobox', { name: 'Middle of the area: a city' }).focus()
  await page.keyboard.type('Minneap')
  await expect(page.getByRole('option', { name: 'Minneapolis, MN, US' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await type(page, 'Miles around the city', '20')
  await type(page, 'Who may take part', 'People of Minneapolis')
  for (const category of ['Burgers', 'Coffee']) {
    const box = page.getByRole('checkbox', { name: category })
    await box.focus()
    await page.keyboard.press('Space')
    await expect(box).toBeChecked()
  }
  await typeNoon(page, 'Closes (your time)', inDays(2))
  await typeNoon(page, 'Drawing (your time)', inDays(3))
  await expectClean(page)
  await page.keyboard.press('Enter')
  await expect(heading(page, title)).toBeVisible()
}

/** Takes one step of a contest and confirms it in the dialog, where 'Back' has the focus at first. */
async function step(page: Page, name: string, value?: string) {
  await press(page, name)
  const sure = page.getByRole('alertdialog')
  await expect(sure.getByRole('button', { name: 'Back' })).toBeFocused()
  if (value) {
    await type(page, 'The public value', value)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Tab')
  await expect(sure.getByRole('button', { name, exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sure).toBeHidden()
}

/** Saves a favorite in the wizard and stops at its last page. */
async function addFavorite(page: Page, category: string, dish: string) {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto('/add-yolo')
  const restaurant = page.getByRole('combobox', { name: 'Restaurant name' })
  const city = page.getByRole('combobox', { name: 'ENTER LOCATION HERE' })
  await expect(restaurant.or(city).first()).toBeVisible()
  if (!(await restaurant.isVisible())) {
    await city.fill('Minneap')
    await page.getByRole('option', { name: 'Minneapolis, MN, US' }).click()
  }
  await restaurant.fill('Lucy')
  await page.getByRole('option', { name: 'Lucy & Gus' }).first().click()
  await button('NEXT').click()
  await button(category).click()
  await page.getByLabel('NAME OF MENU ITEM?').fill(dish)
  await button('NEXT').click()
  if (category === 'Burgers') {
    await expect(heading(page, 'Which tags fit it?')).toBeVisible()
    await button('NEXT').click()
  }
  await button('Save Yolo').click()
  await expect(heading(page, 'Add a photo?')).toBeVisible()
  await button("DON'T SAVE").click()
  await expect(heading(page, 'Yolo added.')).toBeVisible()
}

test(
  'an admin makes a contest, members enter as they save, and it is closed and drawn by keyboard',
  { tag: '@long' },
  async ({ page, browser, baseURL }) => {
    test.setTimeout(300_000)
    const title = `Contest ${process.pid}.${Date.now()}`
    const desk = page
    await logIn(desk, await signIn(desk, 514))
    await desk.goto('/admin')
    await follow(desk, 'Contests')
    await makeContest(desk, title)

    // The last page of the wizard asks members whether they may take part. Ann says yes, Bob says nothing.
    const enter = async () => {
      const at = await (await browser.newContext({ baseURL: baseURL! })).newPage()
      await stayOnLastPage(at)
      const member = await join(at)
      await verify(at, member)
      await logIn(at, member)
      await addFavorite(at, 'Burgers', `Burger of ${member.name}`)
      const part = at.getByRole('region', { name: title })
      await expect(part).toContainText('You have 1 entry.')
      await expect(part).toContainText('This contest is open to: People of Minneapolis.')
      await expectClean(at)
      return { at, member, part }
    }
    const ann = await enter()
    await ann.part.getByRole('button', { name: 'Yes, I may', exact: true }).press('Enter')
    await expect(ann.part).toHaveCount(0)
    // The question isn't repeated with the next favorite.
    const loaded = ann.at.waitForResponse(/\/api\/contests\/mine/)
    await addFavorite(ann.at, 'Coffee', `Coffee of ${ann.member.name}`)
    expect(await (await loaded).json()).toContainEqual(
      expect.objectContaining({ title, entries: 2, confirmed: true }),
    )
    await expect(ann.at.getByRole('link', { name: 'Add another favorite' })).toBeVisible()
    await expect(ann.part).toHaveCount(0)
    await enter()

    // Members of other tests who save meanwhile enter too, but their entries don't count, because they haven't said
    // that they may take part.
    await desk.goto('/admin/contests')
    await follow(desk, title)
    await expect(heading(desk, title)).toBeVisible()
    await expect(desk.getByText('Entries that count').locator('..')).toContainText('2')
    await step(desk, 'Close it')
    await expect(desk.getByText('Closed', { exact: true }).first()).toBeVisible()
    await step(desk, 'Draw', '5,987.37')
    await expect(desk.getByRole('region', { name: 'Winners' })).toContainText(ann.member.name)
    await expectClean(desk)
    await follow(desk, 'Contests')
    await expect(desk.getByRole('row', { name: title })).toContainText('Over')
    await expectClean(desk)
  },
)
