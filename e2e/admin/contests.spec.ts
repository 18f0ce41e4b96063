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
  await page.getByRole('combobox', { name: 'Middle of the area' }).focus()
  await page.keyboard.type('Minneap')
  await expect(page.getByRole('option', { name: 'Minneapolis, MN, US' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The middle is at 44.98')).toBeVisible()
  await type(page, 'Name of the area', 'Minneapolis')
  await type(page, 'Miles around it', '20')
  await type(page, 'Who may take part', 'People of Minneapolis')
  for (const category of ['Burgers', 'Coffee']) {
    const box = page.getByRole('checkbox', { name: category })
    await box.focus()
    await page.keyboard.press('Space')
    await expect(box).toBeChecked()
  }
  await typeNoon(page, 'Closes', inDays(2))
  await typeNoon(page, 'Drawing', inDays(3))
  await expectClean(page)
  await page.keyboard.press('Enter')
  await expect(heading(page, title)).toBeVisible()
}

/** Takes one step of a contest and confirms it in the dialog, where 'Back' has the focus at first. */
async function step(page: Page, name: string, done: string) {
  await press(page, name)
  const sure = page.getByRole('alertdialog')
  await expect(sure.getByRole('button', { name: 'Back' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(sure.getByRole('button', { name, exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(done)).toBeVisible()
  await expect(sure).toBeHidden()
  // The pressed button no longer exists, so the focus moves to the message.
  await expect(page.locator(':focus')).toContainText(done)
}

/** Saves a favorite in the wizard and stops at its last page. */
async function addFavorite(page: Page, category: string, dish: string) {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto('/add-yolo')
  const restaurant = page.getByRole('combobox', { name: 'Restaurant name' })
  await expect(restaurant.or(button('CHANGE LOCATION')).first()).toBeVisible()
  if (!(await restaurant.isVisible())) {
    await button('CHANGE LOCATION').click()
    await page.getByRole('combobox', { name: 'ENTER LOCATION HERE' }).fill('Minneap')
    await page.getByRole('option', { name: 'Minneapolis, MN, US' }).click()
    await button('CHANGE').click()
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
  'an admin makes two contests, members enter as they save, and both are closed and drawn by keyboard',
  { tag: '@long' },
  async ({ page, browser, baseURL }) => {
    test.setTimeout(300_000)
    const key = `${process.pid}.${Date.now()}`
    const [first, second] = [`First ${key}`, `Second ${key}`]
    const desk = page
    await logIn(desk, await signIn(desk, 514))
    await desk.goto('/admin')
    await follow(desk, 'Contests')
    await makeContest(desk, first)
    await follow(desk, 'Contests')
    await makeContest(desk, second)

    // The last page of the wizard asks members whether they may take part. Ann says yes to the first contest and no to
    // the second; Bob says yes to both.
    const enter = async () => {
      const at = await (await browser.newContext({ baseURL: baseURL! })).newPage()
      await stayOnLastPage(at)
      const member = await join(at)
      await verify(at, member)
      await logIn(at, member)
      await addFavorite(at, 'Burgers', `Burger of ${member.name}`)
      const part = (title: string) => at.getByRole('region', { name: title })
      return { at, member, part }
    }
    const ann = await enter()
    await expect(ann.part(first)).toContainText('You have 1 entry, which waits for one answer.')
    await expect(ann.part(first)).toContainText('This contest is open to: People of Minneapolis.')
    await expectClean(ann.at)
    const answer = async ({ part }: typeof ann, title: string, said: 'Yes, I may' | 'No') => {
      await part(title).getByRole('button', { name: said, exact: true }).press('Enter')
      await expect(part(title).getByRole('button', { name: /^(?:Yes, I may|No)$/ })).toHaveCount(0)
      await expect(part(title).locator('output:focus')).toHaveCount(1)
    }
    await answer(ann, first, 'Yes, I may')
    await expect(ann.part(first)).toContainText(`You have 1 entry to win: The prize of ${first}.`)
    await answer(ann, second, 'No')
    await expect(ann.part(second)).toContainText('so your 1 entry doesn’t count')
    await expectClean(ann.at)
    // The question isn't repeated with the next favorite.
    const told = ann.at.waitForResponse(/\/api\/contests\/mine/)
    await addFavorite(ann.at, 'Coffee', `Coffee of ${ann.member.name}`)
    expect(await (await told).json()).toContainEqual(
      expect.objectContaining({ title: first, entries: 2, counting: 2, eligible: true }),
    )
    await expect(ann.at.getByRole('link', { name: 'Add another favorite' })).toBeVisible()
    for (const title of [first, second]) await expect(ann.part(title)).toHaveCount(0)
    const bob = await enter()
    await answer(bob, first, 'Yes, I may')
    await answer(bob, second, 'Yes, I may')

    // Closes a contest and draws its winner. Members of other tests who save meanwhile enter too, but their entries
    // don't count, because they haven't said that they may take part.
    const winnersOf = async (title: string, counting: number) => {
      await desk.goto('/admin/contests')
      await follow(desk, title)
      await expect(heading(desk, title)).toBeVisible()
      await expect(desk.getByText(new RegExp(`^${counting} of \\d+$`)).first()).toBeVisible()
      await step(desk, 'Close it', 'Closed: the entries that counted are frozen.')
      await expect(desk.getByText('Closed', { exact: true }).first()).toBeVisible()
      await type(desk, 'The public value', '5,987.37')
      await step(desk, 'Draw', 'Drawn: the winner is told by mail.')
      return desk.getByRole('region', { name: 'Winners' }).getByRole('row').nth(1)
    }
    const winner = await winnersOf(first, 3)
    await expect(winner).toContainText(new RegExp(`${ann.member.name}|${bob.member.name}`))
    await expect(winner).toContainText('May still answer')
    await expectClean(desk)
    // Ann said no to the second contest.
    await expect(await winnersOf(second, 1)).toContainText(bob.member.name)
    const file = desk.waitForEvent('download')
    await press(desk, 'Export as CSV')
    expect((await file).suggestedFilename()).toMatch(/^contest-\d+\.csv$/)
    await follow(desk, 'Contests')
    for (const title of [first, second])
      await expect(desk.getByRole('row', { name: title })).toContainText('Over')
    await expectClean(desk)
  },
)
