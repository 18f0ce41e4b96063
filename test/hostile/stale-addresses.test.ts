import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'

let app: TestApp
let dish: { id: number; name: string }
beforeAll(async () => {
  app = await testApp({ pages: true })
  const { id: restaurant } = await app.restaurant({ latitude: 44.98, longitude: -93.27 })
  const { id: by } = await app.member({ userName: 'Ann of the List' })
  const name = 'Juicy Lucy of the list'
  const { id } = await app.item({ restaurant, category: 3, by, name })
  dish = { id, name }
})

const see = (path: string) => app.get(path, { headers: { Accept: 'text/html' } })
/** Returns a cursor of the right shape, after which the list has no more entries. */
const last = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url')
const cursors = ['x', 'e30', '🍔', 'x'.repeat(400), last([[0, 0, '2020-01-01T00:00:00Z', 1]])]

describe('a place in a list that can’t be found any more', () => {
  it.each(cursors)('leads to the list’s beginning: %s', async (cursor) => {
    const query = `cursor=${encodeURIComponent(cursor)}`
    const city = '/burgers/minneapolis-mn-us'
    const trending = '/categories?category=burgers&sort=trending'
    const pages = [
      [`/dish/${dish.id}?${query}`, `/dish/${dish.id}`, 'Ann of the List'],
      [`${city}?list=nearBy&from=50&${query}`, city, dish.name],
      [`/burgers?tags=&price=1,2&list=top&from=50&${query}`, '/burgers?price=1,2', ''],
      [`/categories?category=3&list=top&${query}`, '/categories?category=3', dish.name],
      [`${trending}&list=top&${query}`, '/categories?sort=trending&category=burgers', dish.name],
    ]
    for (const [path, beginning, shown] of pages) {
      const old = await see(path!)
      expect([path, old.status, old.headers.get('location')]).toEqual([path, 302, beginning])
      const { status, text } = await see(beginning!)
      expect([path, status]).toEqual([path, 200])
      expect(text).toContain(shown)
      expect(text).not.toMatch(/Network error|can’t be found again|can’t be used/)
    }
  })

  it('is a 400 to calls', async () => {
    for (const path of [`items/${dish.id}/yolos?cursor=x`, 'yolos?category=3&list=top&cursor=x'])
      expect(await app.get(`/api/${path}`)).toMatchObject({
        status: 400,
        body: { error: 'bad_cursor' },
      })
  })
})

it.each([
  '/categories?category=99',
  '/categories?category=abc',
  '/contests/abc',
  '/contests/0',
  '/contests/999999999',
  '/contests/99999999999',
  '/dish/abc',
  '/user/abc',
  '/restaurant/1.5',
])('%s is the page of an address that leads nowhere', async (path) => {
  const { status, text } = await see(path)
  expect(status).toBe(404)
  expect(text).toContain('This plate is empty')
})

it('an id in another notation than plain digits leads nowhere', async () => {
  const { id } = await app.member()
  expect((await see(`/user/${id}`)).status).toBe(200)
  for (const text of [`0x${id.toString(16)}`, `0${id}`, `${id}.0`, `${id}e0`])
    expect([text, (await see(`/user/${text}`)).status]).toEqual([text, 404])
})

it('/categories without a choice, or with one that is there beside one that isn’t, is itself', async () => {
  for (const query of ['', '?category=', '?category=3,99'])
    expect([query, (await see(`/categories${query}`)).status]).toEqual([query, 200])
})
