import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { renderPage } from '#platform/testing/render-page.ts'

const app = await testApp()
await app.member({ id: 20 })
const place = await app.restaurant()
for (let n = 1; n <= 52; n++)
  await app.item({
    restaurant: place.id,
    category: 3,
    by: 20,
    name: `Dish no. ${n}.`,
    upvotes: 99 - n,
  })

const pageOf = async (query: string) => {
  const { html } = await renderPage(app, `/restaurant/${place.id}${query}`)
  const names = [...html.matchAll(/Dish no\. (\d+)\.<\/a>/g)].map(([, n]) => Number(n))
  return { html, names: [...new Set(names)] }
}

it('a restaurant’s page shows fifty dishes, and without scripts a link to the others', async () => {
  const first = await pageOf('')
  expect(first.names).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
  expect(first.html).toContain(`href="/restaurant/${place.id}?page=2"`)
  expect(first.html).toContain('50 dishes shown')
  expect(first.html).not.toContain('noindex')
  const second = await pageOf('?page=2')
  expect(second.names).toEqual([51, 52])
  expect(second.html).toContain('noindex')
  expect(second.html).not.toContain('?page=3')
})

it('the call answers fifty dishes a page too, however many there are', async () => {
  const answer = async (query: string) => {
    const { items, from, nextPage } = (await app.get(`/api/restaurants/${place.id}${query}`)).body
    return [items.length, items[0]?.itemName ?? null, from, nextPage]
  }
  expect(await answer('')).toEqual([50, 'Dish no. 1.', 0, 2])
  expect(await answer('?page=2')).toEqual([2, 'Dish no. 51.', 50, null])
  expect(await answer('?page=3')).toEqual([0, null, 100, null])
})

it('a page that isn’t there is the first one', async () => {
  for (const page of ['3', '0', '-1', '02', 'x', '99999999999'])
    expect((await pageOf(`?page=${page}`)).names).toHaveLength(50)
})
