import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectClean, test } from '../checks.ts'
import { join, logIn, save, send, verify, type Member } from '../members.ts'
import { ask } from '../site/database.ts'
import { loginOf } from '../site/operator.ts'

const signIn = async (page: Page, id: number): Promise<Member> =>
  (await page.request.post('/api/login', { data: await loginOf(id) })).json()

/** Focuses a button and presses Enter, because these tests use only the keyboard. */
const press = async (page: Page, name: string | RegExp) => {
  await page.getByRole('button', { name, exact: typeof name === 'string' }).focus()
  await page.keyboard.press('Enter')
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const focused = (page: Page) => page.locator('tr:focus')

async function exported(page: Page): Promise<[name: string, text: string]> {
  const download = page.waitForEvent('download')
  await press(page, 'Export CSV')
  const file = await download
  return [file.suggestedFilename(), await readFile(await file.path(), 'utf8')]
}

test('everyone but admins reads ‘Access denied.’, and the marked lists are admin 514’s alone', async ({
  page,
  context,
}) => {
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
})

test('admin 514 finds who is new, sorts, filters and exports them by keyboard', async ({
  page,
}) => {
  const newcomer = await join(page)
  await logIn(page, await signIn(page, 514))
  await page.goto('/newMembers')
  await expect(page.getByRole('button', { name: 'ADMIN', exact: true })).toBeVisible()
  await expect(page.getByText('Registered users')).toBeVisible()

  const tomorrow = new Date(Date.now() + 36 * 3600_000).toISOString().slice(0, 10)
  await page.getByLabel('To', { exact: true }).fill(tomorrow)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Not later than today.')).toBeVisible()
  await press(page, 'Today')
  await expect(page).toHaveURL(/\?from=(\d{4}-\d\d-\d\d)&to=\1$/)
  // The newcomer may have joined just before midnight, so the range starts yesterday.
  const yesterday = new Date(Date.now() - 24 * 3600_000).toISOString().slice(0, 10)
  await page.getByLabel('From', { exact: true }).fill(yesterday)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`from=${yesterday}&`))

  // Filters by the whole address, because its number may also occur in another address.
  await page.getByLabel('Filter').fill(newcomer.email)
  await expect(page.getByText(/ rows?, 1 match$/)).toBeVisible()
  const [name, text] = await exported(page)
  expect(name).toBe('New members.csv')
  expect(text).toMatch(/^"First name","Last name","E-mail","Platform","Joined","Id"\r\n/)
  expect(text.split('\r\n')[1]).toContain(newcomer.name)
  await page.getByLabel('Filter').fill('')

  await press(page, '12 months')
  // Until the URL changes, the table still shows two days.
  await expect(page).not.toHaveURL(new RegExp(`from=${yesterday}&`))
  await expect(page.locator('tbody tr')).toHaveCount(25)
  await press(page, 'Id')
  await expect(page.getByRole('columnheader', { name: 'Id' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  // The rows of the order before stay until the new ones have come.
  const readIds = () => page.locator('td[data-label=Id]').allTextContents()
  await expect
    .poll(async () => {
      const ids = await readIds()
      return ids.every((id, at) => at === 0 || Number(id) < Number(ids[at - 1]))
    })
    .toBe(true)
  const ids = await readIds()
  expect(ids.length).toBe(25)
  await page.locator('tbody tr').first().focus()
  await page.keyboard.press('End')
  const rowCount = async () => Number(await page.getByRole('table').getAttribute('aria-rowcount'))
  await expect.poll(rowCount).toBeGreaterThan(250)
  await expect(focused(page)).toHaveAttribute('aria-rowindex', '26')
  await expect(focused(page)).toBeInViewport()
  await press(page, 'Jump to Top')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.locator('tbody tr[data-at="0"]').focus()
  const [first] = ids
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/members/${first}`)
})

test('a restaurant and its items are deleted after a Yes and come back with Undo, all by keyboard', async ({
  page,
}) => {
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
  // An import has brought it, too.
  await ask(
    `insert into restaurants (place_id, name, name_key, address, latitude, longitude, cell5, cell7, city_label, city_slug,
                              time_zone, source, deleted_at, merged_into)
     select 'osm:' || place_id, name, name_key, address, latitude, longitude, cell5, cell7, city_label, city_slug,
            time_zone, 'osm', now(), id
       from restaurants where id = $1`,
    [restaurant.id],
  )
  await logIn(page, admin)

  await page.goto('/restaurent')
  await page.getByLabel('Enter your desired city').pressSequentially('Minneapolis')
  await expect(page.getByRole('option').first()).toContainText('Minneapolis, MN, US')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/restaurent?city=Minneapolis%2C+MN%2C+US')
  await page.getByLabel('Filter').fill(key)
  await expect(page.getByText(/, 1 match$/)).toBeVisible()
  await page.locator('tbody tr').focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, `Diner ${key}`)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/restaurentDetail/${restaurant.id}\\?name=Diner`))

  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(2)
  await rows.first().focus()
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('2 chosen')).toBeVisible()
  await press(page, 'Delete')
  const sure = page.getByRole('alertdialog', { name: 'Delete 2 items?' })
  await expect(sure.getByRole('button', { name: 'No' })).toBeFocused()
  await expectClean(page)
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(2)
  await press(page, 'Delete')
  await press(page, 'Yes')
  await expect(page.getByText('No items found')).toBeVisible()
  await press(page, 'Undo')
  await expect(rows).toHaveCount(2)
  await expect(page.getByText('2 items are back.')).toBeVisible()

  await rows.first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/itemDetails\/\d+\?name=S(oup|tew)$/)
  await expect(page.getByText('Appetizers (category 4)')).toBeVisible()
  await press(page, 'Delete item')
  await press(page, 'Yes')
  await expect(heading(page, `Diner ${key}`)).toBeVisible()
  await expect(rows).toHaveCount(1)

  await press(page, 'Delete restaurant')
  await expect(
    page
      .getByRole('alertdialog')
      .getByText('An import brought this restaurant, too, and won’t bring it again.'),
  ).toBeVisible()
  await press(page, 'Yes')
  await expect(page).toHaveURL('/restaurent?city=Minneapolis%2C+MN%2C+US')
  await expect(heading(page, 'Restaurants by city')).toBeVisible()
  await page.getByLabel('Filter').fill(key)
  await expect(page.getByText('No row matches.')).toBeVisible()
  const notice = page
    .getByRole('region', { name: 'Notices' })
    .locator('div', { hasText: `Diner ${key} deleted.` })
  await notice.getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(1)
})

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
    await page.getByLabel('Enter your desired city').pressSequentially('Nuuk')
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
      ['Shareholders', 'First name,Last name,Yolos,Referrals,Shares', 'Yolo Admin'],
      ['Recent yolos', 'Username,Category,Item,Restaurant,E-mail,Saved', `Pie ${key}`],
      ['Expired items', 'Item,Restaurant,Reports,Shown', `Pie ${key}`],
      ['Closed restaurants', 'Restaurant,Address,Reports,Shown', `Inn ${key}`],
    ] as const) {
      await area.getByRole('link', { name: link }).focus()
      await page.keyboard.press('Enter')
      await expect(heading(page, link)).toBeVisible()
      await page.getByLabel('Filter').fill(filter)
      await expect(page.getByText(/, 1 match$/)).toBeVisible()
      expect((await page.getByRole('columnheader').allTextContents()).join()).toBe(columns)
      await expect(page.locator('tbody tr')).toContainText(filter)
    }
  },
)
