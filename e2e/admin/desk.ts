import type { Page } from '@playwright/test'
import type { Member } from '../members.ts'
import { loginOf } from '../site/operator.ts'

/** Logs in an admin or user 20 through the API. */
export const signIn = async (page: Page, id: number): Promise<Member> =>
  (await page.request.post('/api/login', { data: await loginOf(id) })).json()

/** Focuses a button and presses Enter, because the tests of admin pages use only the keyboard. */
export const press = async (page: Page, name: string | RegExp) => {
  await page.getByRole('button', { name, exact: typeof name === 'string' }).focus()
  await page.keyboard.press('Enter')
}
