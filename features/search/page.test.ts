import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { renderPage } from '#platform/testing/render-page.ts'

const app = await testApp()
/** Returns the headings and links of the page's main part, in their order. */
async function linesOf(q: string) {
  const { html } = await renderPage(app, `/search?q=${encodeURIComponent(q)}`)
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main')).replaceAll('<!-- -->', '')
  return main.match(/(?<=<(?:h2|a|p) [^>]*>|<(?:h2|p)>)[^<]+/g) ?? []
}

it('a kind of food with a city is led by that city’s list', async () => {
  const { id: restaurant } = await app.restaurant({ name: 'Lucy & Gus' })
  const by = await app.member()
  await app.item({ restaurant, category: 3, by: by.id, name: 'Juicy burger' })
  const lines = await linesOf('best burger near minneapolis')
  expect(lines.slice(0, 3)).toEqual([
    'The best, ranked',
    'Burgers near Minneapolis, MN, US',
    'Dishes',
  ])
  expect(lines.filter((line) => line.startsWith('Burgers near'))).toHaveLength(1)
  // Without a city the dishes come first.
  expect((await linesOf('burger'))[0]).toBe('Dishes')
})

it('where nothing of a kind is saved near a city, what was typed isn’t what is advised', async () => {
  const lines = await linesOf('zucchini fritters near fargo')
  expect(lines).toEqual(
    expect.arrayContaining([
      'No “zucchini fritters” is saved near Fargo, ND, US yet.',
      'zucchini fritters anywhere',
      'see the lists near Fargo, ND, US',
    ]),
  )
  expect(lines.join(' ')).not.toContain('a kind of food with a place')
  expect((await linesOf('zucchini fritters')).join(' ')).toContain('a kind of food with a place')
})
