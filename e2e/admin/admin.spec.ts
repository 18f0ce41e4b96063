import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectClean, test } from '../checks.ts'
import { join, logIn, save, send, verify } from '../members.ts'
import { press, signIn } from './desk.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function exported(page: Page): Promise<[name: string, text: string]> {
  const download = page.waitForEvent('download')
  await press(page, 'Export CSV')
  const file = await download
  return [file.suggestedFilename(), await readFile(await file.path(), 'utf8')]
}

test(
  'everyone but admins reads ‘Access denied.’, and the marked lists are admin 514’s alone',
  { tag: '@long' },
  async ({ page, context }) => {
    await page.goto('/newMembers')
    await expect(page.getByRole('heading', { name: 'Access denied.' })).toBeVisible()
    const logInLink = page.getByRole('main').getByRole('link')
    await expect(logInLink).toHaveAttribute('href', '/start?next=%2FnewMembers')
    const six = await signIn(page, 6)
    await logIn(context, six)
    for (const path of ['/markedItemExpired', '/markedClosedRestaurant']) {
      await page.goto(path)
      await expect(page.getByText('Access denied.', { exact: true })).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'ADMIN', exact: true })).toHaveCount(0)
    }
  },
)

test('admin 514 finds who is new, filters, pages and exports them by keyboard', async ({
  page,
}) => {
  const newcomer = await join(page)
  await logIn(page, await signIn(page, 514))
  await page.goto('/newMembers')
  await expect(page.getByRole('button', { name: 'ADMIN', exact: true })).toBeVisible()
  await expect(page.getByText('Registered users')).toBeVisible()

  const tomorrow = new Date(Date.now() + 36 * 3600_000).toISOString().slice(0, 10)
  await page.getByLabel('To', { exact: true }).fill(tomorrow)
  await press(page, 'Show')
  await expect(page.getByText('Not later than today.')).toBeVisible()
  await expectClean(page, { expected: /400/ })
  // The newcomer may have joined just before midnight, so the range starts yesterday.
  const yesterday = new Date(Date.now() - 24 * 3600_000).toISOString().slice(0, 10)
  await page.getByLabel('To', { exact: true }).fill('')
  await page.getByLabel('From', { exact: true }).fill(yesterday)
  // Filters by the whole address, because its number may also occur in another address.
  await page.getByLabel('Contains').fill(newcomer.email)
  await press(page, 'Show')
  await expect(page).toHaveURL(new RegExp(`from=${yesterday}&`))
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(newcomer.email)
  await expectClean(page)
  const [name, text] = await exported(page)
  expect(name).toBe('New members.csv')
  expect(text).toMatch(/^"Username","First name","Last name","E-mail","Platform","Joined","Id"\r\n/)
  expect(text.split('\r\n')[1]).toContain(newcomer.name)

  await page.getByLabel('Contains').fill('')
  await page.getByLabel('From', { exact: true }).fill('2020-01-01')
  await press(page, 'Show')
  await expect.poll(() => rows.count()).toBeGreaterThan(99)
  await rows.last().getByRole('link').focus()
  await expect(rows.last()).toBeInViewport()
  await press(page, 'Jump to Top')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await rows.first().getByRole('link').focus()
  const path = await rows.first().getByRole('link').getAttribute('href')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(path!)

  // All members are on several pages.
  await page.goto('/admin/members')
  const ids = () => page.locator('td[data-label=Id]').allTextContents()
  await expect(rows).toHaveCount(100)
  const before = await ids()
  await page.getByRole('link', { name: 'Next page' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/cursor=/)
  await expect.poll(async () => (await ids()).some((id) => before.includes(id))).toBe(false)
  await page.getByRole('link', { name: 'First page' }).focus()
  await page.keyboard.press('Enter')
  // Others join meanwhile.
  await expect.poll(async () => (await ids()).includes(before[0]!)).toBe(true)
})

test(
  'a restaurant and its item are deleted after a Yes and restored, all by keyboard',
  { tag: '@long' },
  async ({ page }) => {
    const admin = await signIn(page, 514)
    const key = `${process.pid}.${Date.now()}`
    const restaurant = await send(page, admin, '/restaurants', {
      name: `Diner ${key}`,
      address: '1 Nicollet Mall, Minneapolis, MN 55401',
      latitude: 44.9778,
      longitude: -93.265,
    })
    for (const itemName of ['Soup', 'Stew'])
      await send(page, admin, '/yolos', { placeId: restaurant.placeId, categoryId: 4, itemName })
    await logIn(page, admin)

    await page.goto('/restaurent')
    await page
      .getByRole('combobox', { name: 'Enter your desired city' })
      .pressSequentially('Minneapolis')
    await expect(page.getByRole('option').first()).toContainText('Minneapolis, MN, US')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/restaurent?city=Minneapolis%2C+MN%2C+US')
    const rows = page.locator('tbody tr')
    const enter = async (name: string) => {
      await rows.getByRole('link', { name }).focus()
      await page.keyboard.press('Enter')
    }
    await page.getByLabel('Contains').fill(key)
    await page.keyboard.press('Enter')
    await expect(rows).toHaveCount(1)
    await expectClean(page)
    await enter(`Diner ${key}`)
    await expect(heading(page, `Diner ${key}`)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/restaurentDetail/${restaurant.id}\\?name=Diner`))

    await expect(rows).toHaveCount(2)
    await enter('Soup')
    await expect(page).toHaveURL(/\/itemDetails\/\d+\?name=Soup$/)
    await expect(page.getByText('Appetizers (category 4)')).toBeVisible()
    const itemPage = page.url()
    await press(page, 'Delete item')
    const sure = page.getByRole('alertdialog', { name: 'Delete Soup?' })
    await expect(sure.getByRole('button', { name: 'No' })).toBeFocused()
    await expectClean(page)
    await page.keyboard.press('Enter')
    await expect(sure).toBeHidden()
    await press(page, 'Delete item')
    await press(page, 'Yes')
    await expect(heading(page, `Diner ${key}`)).toBeVisible()
    await expect(rows).toHaveCount(1)
    await page.goto(itemPage)
    await expect(page.getByText('This item is deleted.')).toBeVisible()
    await expectClean(page)
    await press(page, 'Restore')
    await expect(page.getByText('Soup is restored.')).toBeVisible()

    const restaurantPage = `/restaurentDetail/${restaurant.id}`
    await page.goto(restaurantPage)
    await expect(rows).toHaveCount(2)
    await press(page, 'Delete restaurant')
    await press(page, 'Yes')
    await expect(page).toHaveURL('/restaurent?city=Minneapolis%2C+MN%2C+US')
    await expect(heading(page, 'Restaurants by city')).toBeVisible()
    await page.getByLabel('Contains').fill(key)
    await page.keyboard.press('Enter')
    await expect(page.getByText('No restaurants found')).toBeVisible()
    await page.getByRole('link', { name: 'What was deleted' }).click()
    await enter(`restaurant ${restaurant.id}`)
    await press(page, 'Restore')
    await expect(page.getByText(`Diner ${key} is restored.`)).toBeVisible()
    await expect(rows).toHaveCount(2)
  },
)

test(
  'a city’s e-mails stand in a box 300 px high and are exported under its name',
  { tag: '@long' },
  async ({ page }) => {
    const key = `${process.pid}.${Date.now()}`
    // A spreadsheet would read the first address as a formula, so the export adds an apostrophe. The third member didn't
    // agree to mails and the fourth isn't verified, so the export leaves them out.
    const [sum, plain, silent, unsure] = [
      `+1.${key}@example.com`,
      `ann.${key}@example.com`,
      `silent.${key}@example.com`,
      `unsure.${key}@example.com`,
    ]
    for (const email of [sum, plain, silent, unsure]) {
      const emailConsent = email !== silent
      const data = { userName: `Near ${email}`, email, password: 'nine calm otters', emailConsent }
      const member = await (await page.request.post('/api/register', { data })).json()
      const nuuk = { latitude: 64.18, longitude: -51.72, name: 'Nuuk' }
      await send(page, member, '/save-location', nuuk)
      if (email !== unsure) await verify(page, member)
    }
    await logIn(page, await signIn(page, 514))
    await page.goto('/findemails')
    await page.getByRole('combobox', { name: 'Enter your desired city' }).pressSequentially('Nuuk')
    await expect(page.getByRole('option').first()).toContainText('Nuuk')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^\d+ e-mails near Nuuk, /)).toBeVisible()
    expect((await page.getByRole('list', { name: 'E-mails' }).boundingBox())?.height).toBe(300)
    await expectClean(page)
    const [name, text] = await exported(page)
    expect(name).toMatch(/^Nuuk, .*\.csv$/)
    const [head, ...lines] = text.trim().split('\r\n')
    expect(head).toBe('"Email"')
    expect(lines.filter((line) => line.includes(key)).sort()).toEqual([`"'${sum}"`, `"${plain}"`])
  },
)

test(
  'the other lists show what the calls answer, each with its columns',
  { tag: '@long' },
  async ({ page }) => {
    const admin = await signIn(page, 514)
    const key = `${process.pid}.${Date.now()}`
    const { itemId } = await save(page, admin, `Pie ${key}`)
    const member = await join(page)
    await verify(page, member)
    await send(page, member, `/items/${itemId}/expired`, {})
    const restaurant = await send(page, member, '/restaurants', {
      name: `Inn ${key}`,
      address: '2 Nicollet Mall, Minneapolis, MN 55401',
      latitude: 44.9777,
      longitude: -93.2651,
    })
    await send(page, member, `/restaurants/${restaurant.id}/closed`, {})
    await logIn(page, admin)

    await page.goto('/admin')
    const area = page.getByRole('navigation', { name: 'Admin' })
    await expect(heading(page, 'Overview')).toBeVisible()
    for (const [link, columns, filter] of [
      ['Shareholders', 'Username,First name,Last name,Yolos,Referrals,Shares', 'Yolo Admin'],
      ['Recent yolos', 'Username,Category,Item,Restaurant,E-mail,Saved', `Pie ${key}`],
      ['Expired items', 'Item,Restaurant,Reports,Shown', `Pie ${key}`],
      ['Closed restaurants', 'Restaurant,Address,Reports,Shown', `Inn ${key}`],
    ] as const) {
      await area.getByRole('link', { name: link }).focus()
      await page.keyboard.press('Enter')
      await expect(heading(page, link)).toBeVisible()
      await expect(page.getByRole('row', { name: filter })).toHaveCount(1)
      expect((await page.getByRole('columnheader').allTextContents()).join()).toBe(columns)
      await expectClean(page)
    }
    // The reports lead to the case.
    await page
      .getByRole('row', { name: `Inn ${key}` })
      .getByRole('link', { name: '1', exact: true })
      .click()
    await expect(page).toHaveURL('/admin/queue?kind=closed')
    await expect(page.getByRole('button', { name: `Dismiss Inn ${key}` })).toBeVisible()
  },
)
