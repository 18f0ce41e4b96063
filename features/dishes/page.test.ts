import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { renderPage } from '#platform/testing/render-page.ts'

const app = await testApp()
const see = (id: number) => renderPage(app, `/dish/${id}`)

it('a dish’s page says all that a shared link needs: words, picture, schema.org, who saved it and why', async () => {
  const { id: restaurant } = await app.restaurant({ name: 'Lucy & Gus' })
  const ann = await app.member({ userName: 'Ann of the Page' })
  const dish = await app.item({
    restaurant,
    category: 3,
    by: ann.id,
    name: 'Juicy Lucy',
    description: 'Molten <b>in the</b> middle',
  })
  const { html, status } = await see(dish.id)
  expect(status).toBe(200)
  expect(html).toContain('<title>Juicy Lucy at Lucy &amp; Gus, Minneapolis, MN · Yolo</title>')
  expect(html).toContain(`href="http://yolo.test/dish/${dish.id}"`)
  expect(html).toContain('Ann of the Page')
  expect(html).toContain('Molten &lt;b&gt;in the&lt;/b&gt; middle')
  expect(html).toContain(`/add-yolo?restaurant=${restaurant}&amp;category=3&amp;item=${dish.id}`)
  expect(html).not.toMatch(/ style="/)
  const schema = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1]
  expect(JSON.parse(schema!)).toMatchObject({
    '@type': 'MenuItem',
    name: 'Juicy Lucy',
    description: 'Molten <b>in the</b> middle',
    offers: { offeredBy: { '@type': 'Restaurant', name: 'Lucy & Gus' } },
  })
})

it('names the list of its rank with a noun', async () => {
  const { id: restaurant } = await app.restaurant()
  const dish = await app.item({ restaurant, category: 13, by: (await app.member()).id })
  expect((await see(dish.id)).html).toContain(': number 1 of the handheld dishes near Minneapolis')
})

it('shows all tags, of which a card shows the first four', async () => {
  const { id: restaurant } = await app.restaurant()
  const tags = [1, 2, 3, 4, 5, 6, 7]
  const dish = await app.item({ restaurant, category: 1, by: (await app.member()).id, tags })
  const shown = async (path: string) => {
    const { html } = await renderPage(app, path)
    return ['American', 'French', 'Greek', 'Italian', '3 more'].filter((tag) =>
      html.includes(`>${tag}</span>`),
    )
  }
  expect(await shown(`/dish/${dish.id}`)).toEqual(['American', 'French', 'Greek', 'Italian'])
  expect(await shown(`/restaurant/${restaurant}`)).toEqual(['American', 'French', '3 more'])
})

it('the page of a dish that was merged moves for good to the one that stayed', async () => {
  const { id: restaurant } = await app.restaurant()
  const make = async () => app.item({ restaurant, category: 3, by: (await app.member()).id })
  const [goes, stays] = [await make(), await make()]
  const as = await app.member({ id: 514 })
  await app.post(`/api/items/${goes.id}/merge`, { into: stays.id }, { as })
  expect(await see(goes.id)).toMatchObject({ status: 301, redirect: `/dish/${stays.id}` })
})

it('a dish that is gone says so to everyone, off the search engines’ lists', async () => {
  const { id: restaurant } = await app.restaurant()
  const dish = await app.item({ restaurant, category: 3, by: (await app.member()).id })
  const as = await app.member({ id: 6 })
  await app.post(`/api/items/${dish.id}/expired`, {}, { as })
  const { html } = await see(dish.id)
  expect(html).toContain('Members say it’s no longer on the menu')
  expect(html).toContain('Votes are off')
  expect(html).not.toMatch(/Tap to Upvote|Thanks for reporting/)
  expect(html).toContain('<meta name="robots" content="noindex"')
})
