import type { Page } from '@playwright/test'
import { expect, expectClean, test } from '../checks.ts'
import { join, logIn, send, verify, type Member } from '../members.ts'
import { loginOf } from '../site/operator.ts'

/** Focuses a button or link and presses Enter, because this test uses only the keyboard. */
const press = async (page: Page, role: 'button' | 'link', name: string | RegExp) => {
  await page
    .getByRole(role, { name, exact: typeof name === 'string' })
    .first()
    .focus()
  await page.keyboard.press('Enter')
}
const choose = async (page: Page, label: string, typed: string) => {
  const select = page.getByLabel(label)
  // Waits until the options are loaded.
  await expect(select).toContainText(typed)
  await select.focus()
  await page.keyboard.type(typed)
  await expect(select).toHaveValue(/\d/)
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Merges the two compared dishes or restaurants, confirms it, and expects the page of the remaining restaurant. */
async function merge(page: Page, restaurant: string, done: string) {
  await press(page, 'button', 'Merge')
  const sure = page.getByRole('alertdialog')
  await expect(sure.getByRole('button', { name: 'No' })).toBeFocused()
  await press(page, 'button', 'Yes')
  await landed(page, restaurant, done)
}
async function landed(page: Page, restaurant: string, done: string) {
  await expect(page.getByText(done)).toBeVisible()
  await expect(heading(page, `Merge with ${restaurant}`)).toBeFocused()
}

test(
  'an admin merges dishes and restaurants five times and undoes one, all by keyboard',
  { tag: '@long' },
  async ({ page }) => {
    test.slow()
    const login = await page.request.post('/api/login', { data: await loginOf(514) })
    const admin = (await login.json()) as Member
    const key = `${process.pid}.${Date.now()}`
    const restaurant = async (
      name: string,
      latitude: number,
    ): Promise<{ id: number; placeId: string }> =>
      send(page, admin, '/restaurants', {
        name: `${name} ${key}`,
        address: '1 Main Street, Duluth, MN 55802',
        latitude,
        longitude: -92.1,
      })
    const [inn, inns, far] = [
      await restaurant('Inn', 46.7867),
      await restaurant('Inns', 46.788),
      await restaurant('Tavern', 46.85),
    ]
    // A new member saves the dishes, because in a second run the admin’s quota would be filled.
    const member = await join(page)
    await verify(page, member)
    const save = (place: { placeId: string }, categoryId: number, itemName: string) =>
      send(page, member, '/yolos', { placeId: place.placeId, categoryId, itemName })
    for (const name of ['Onion soup', 'Onion soups', 'Stew']) await save(inn, 4, name)
    for (const name of ['Ale', 'Bock']) await save(inn, 13, name)
    await save(far, 3, 'Burger')
    await logIn(page, admin)

    // Finds the restaurant by its name and merges two dishes with similar names, which the page suggests.
    await page.goto('/admin')
    await press(page, 'link', 'Merge')
    await expect(heading(page, 'Merge')).toBeVisible()
    await expectClean(page)
    await page
      .getByRole('combobox', { name: 'Restaurant', exact: true })
      .pressSequentially(`inn ${key}`)
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(heading(page, `Merge with Inn ${key}`)).toBeVisible()
    await expect(page.getByRole('link', { name: `Inns ${key}` })).toBeVisible()
    await expectClean(page)
    await press(page, 'link', 'Onion soups and Onion soup')
    await expect(heading(page, 'Merge Onion soups into Onion soup')).toBeVisible()
    await expect(page.getByText('1 member saved both')).toBeVisible()
    await expectClean(page)
    await press(page, 'button', 'Merge')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Merge', exact: true })).toBeFocused()
    await merge(page, `Inn ${key}`, 'Onion soups is Onion soup now.')

    // Merges two dishes that the admin selects.
    await press(page, 'button', 'Compare these two')
    await expect(page.getByText('Choose two dishes of one category.')).toBeVisible()
    await choose(page, 'This dish goes', 'Ale')
    await choose(page, 'Into this dish', 'Bock')
    await press(page, 'button', 'Compare these two')
    await expect(page.getByText('Their names are not alike.')).toBeVisible()
    await merge(page, `Inn ${key}`, 'Ale is Bock now.')

    // Starts a merge from a dish’s own page.
    await press(page, 'link', 'Its page')
    await page.getByRole('row', { name: 'Stew' }).focus()
    await page.keyboard.press('Enter')
    // Waits for the dish's page, because the restaurant's page has the same link.
    await expect(heading(page, 'Stew')).toBeVisible()
    await press(page, 'link', 'Merge with …')
    await choose(page, 'Into this dish', 'Onion')
    await press(page, 'button', 'Compare these two')
    await expect(heading(page, 'Merge Stew into Onion soup')).toBeVisible()
    await merge(page, `Inn ${key}`, 'Stew is Onion soup now.')

    // Swaps two neighboring restaurants before merging them.
    await press(page, 'link', `Inns ${key}`)
    await expect(heading(page, `Merge Inns ${key} into Inn ${key}`)).toBeVisible()
    await expect(page.getByText(/feet apart|0.1 miles apart/)).toBeVisible()
    await press(page, 'button', 'Swap: the other one stays')
    await expect(heading(page, `Merge Inn ${key} into Inns ${key}`)).toBeVisible()
    await expect(page.getByText('2 dishes move as they are')).toBeVisible()
    await expectClean(page)
    await merge(page, `Inns ${key}`, `Inn ${key} is Inns ${key} now.`)

    // Merges two restaurants that are far apart, which needs a second confirmation.
    await page.getByRole('combobox', { name: 'Another restaurant' }).pressSequentially(`#${far.id}`)
    await expect(page.getByRole('option', { name: `Tavern ${key}` })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(heading(page, `Merge Tavern ${key} into Inns ${key}`)).toBeVisible()
    await expect(page.getByText(/They are 4.\d miles apart: more than a quarter/)).toBeVisible()
    await press(page, 'button', 'Merge')
    await press(page, 'button', 'Yes')
    await expect(page.getByRole('alertdialog', { name: /They are 4.\d miles apart/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'No' })).toBeFocused()
    await expectClean(page)
    await press(page, 'button', 'They are one: merge')
    await landed(page, `Inns ${key}`, `Tavern ${key} is Inns ${key} now.`)

    // Undoes the last merge.
    await press(page, 'button', `Undo: Tavern ${key} into Inns ${key}`)
    await expect(page.getByText(`Tavern ${key} and Inns ${key} are two again.`)).toBeVisible()
    const line = page.getByRole('listitem').filter({ hasText: `Tavern ${key} into Inns ${key}` })
    await expect(line.getByText('Undone')).toBeVisible()
    await expect(line).toBeFocused()
    await expectClean(page)
    const back = await page.request.get(`/api/restaurants/${far.id}`)
    expect((await back.json()).items).toHaveLength(1)
    expect(inns.id).not.toBe(inn.id)
  },
)
