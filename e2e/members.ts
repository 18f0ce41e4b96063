import { expect, type BrowserContext, type Page } from '@playwright/test'
import { linkIn } from './newcomer.ts'

export type Member = { id: number; name: string; email: string; token: string }

let count = 0
/** Registers a new member through the API. The password is `nine calm otters`. */
export async function join(page: Page): Promise<Member> {
  const key = `${process.pid}.${Date.now()}.${++count}`
  const answer = await page.request.post('/api/register', {
    data: {
      userName: `People ${key}`,
      email: `people.${key}@example.com`,
      password: 'nine calm otters',
    },
  })
  expect(answer.status()).toBe(200)
  return answer.json()
}

export const logIn = (on: Page | BrowserContext, member: Member) =>
  on.addInitScript((user) => localStorage.setItem('user', user), JSON.stringify(member))

export async function send(page: Page, as: Member, path: string, data: object) {
  const answer = await page.request.post(`/api${path}`, {
    data,
    headers: { Authorization: `Bearer ${as.token}` },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return answer.json()
}

/** Verifies the member's e-mail through the API, with the token from the mail. */
export async function verify(page: Page, member: Member) {
  const link = await linkIn('verification-success', member.email)
  await send(page, member, '/verify-email', { token: new URL(link).searchParams.get('token') })
}

export async function joinVerified(page: Page): Promise<Member> {
  const member = await join(page)
  await verify(page, member)
  return member
}

export const save = (
  page: Page,
  as: Member,
  itemName: string,
): Promise<{ id: number; itemId: number }> =>
  send(page, as, '/yolos', { placeId: 'demo:lucy-gus', categoryId: 3, itemName })
