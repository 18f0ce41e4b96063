import { expect, type Page } from '@playwright/test'
import { join, send, type Member } from '../members.ts'
import { loginOf } from '../site/operator.ts'

/** Logs in an admin or user 20 through the API. */
export const signIn = async (page: Page, id: number): Promise<Member> =>
  (await page.request.post('/api/login', { data: await loginOf(id) })).json()

/** Focuses a button and presses Enter, because the tests of admin pages use only the keyboard. */
export const press = async (page: Page, name: string | RegExp) => {
  await page.getByRole('button', { name, exact: typeof name === 'string' }).focus()
  await page.keyboard.press('Enter')
}

export const focusedRow = (page: Page) => page.locator('tr:focus')

export const restaurantOf = (
  page: Page,
  as: Member,
  name: string,
): Promise<{ id: number; placeId: string }> =>
  send(page, as, '/restaurants', {
    name,
    address: '1 Nicollet Mall, Minneapolis, MN 55401',
    latitude: 44.9778,
    longitude: -93.265,
  })

/** Creates a restaurant with `count` dishes. All names contain `words`. */
export async function dishesOf(page: Page, as: Member, words: string, count: number) {
  const { placeId } = await restaurantOf(page, as, `Diner ${words}`)
  const dishes: { id: number; itemId: number; name: string }[] = []
  for (let n = 1; n <= count; n++) {
    const name = `Dish ${n} ${words}`
    const description = `Words of ${name}`
    const dish = { placeId, categoryId: 3, itemName: name, description }
    dishes.push({ ...(await send(page, as, '/yolos', dish)), name })
  }
  return dishes
}

/** Creates a restaurant and reports it as closed as an unverified member. */
export async function closedReport(page: Page, words: string) {
  const restaurant = await restaurantOf(page, await signIn(page, 20), `Place ${words}`)
  await send(page, await join(page), `/restaurants/${restaurant.id}/closed`, {})
}

/** Filters the table by `words` and waits until it shows that number of matches. */
export async function narrow(page: Page, words: string, matches: number) {
  await page.getByLabel('Filter').fill(words)
  await expect(page.getByText(new RegExp(` rows?, ${matches} match$`))).toBeVisible()
}
