import { expect, it } from 'vitest'
import { suggestionsOf } from '#features/pages/search-box/suggestions.ts'
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

it('‘open now’ leads to the list with that filter, and is no part of a name', async () => {
  const { id: restaurant } = await app.restaurant({ name: 'Open Hours' })
  const by = await app.member()
  await app.item({ restaurant, category: 4, by: by.id, name: 'Open Rye' })
  await app.item({ restaurant, category: 7, by: by.id, name: 'Breakfast Bowl' })
  const { html } = await renderPage(app, '/search?q=breakfast%20open%20now')
  expect(html).toContain('href="/breakfast?open=now"')
  const lines = await linesOf('breakfast open now')
  expect(lines.slice(1, 3)).toEqual(['Open now', 'Breakfast open now'])
  expect(lines).toContain('Breakfast Bowl')
  expect(lines.join()).not.toContain('Open Rye')
  const there = await linesOf('burgers open now minneapolis')
  expect(there).toContain('Burgers open now near Minneapolis, MN, US')
  expect((await linesOf('zzqx open now')).join()).toContain('Nothing is called “zzqx” here.')
  const { body } = await app.get('/api/search?q=tacos%20open%20now')
  expect(suggestionsOf('tacos open now', body)).toContainEqual(
    expect.objectContaining({ name: 'Taco open now', to: '/handheld?open=now&tags=83' }),
  )
})

it('cities that only resemble a word don’t stand as if they were called so', async () => {
  expect((await linesOf('cheap'))[0]).toBe(
    'No dish, restaurant or member is called “cheap”. Cities of this or a similar name:',
  )
  expect((await linesOf('paris'))[0]).toBe('Cities')
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

it('what has the words of a query comes before what only resembles them', async () => {
  const { id: restaurant } = await app.restaurant({ name: 'Casa de Masa' })
  const by = await app.member({ userName: 'Hamsa Lindqvist' })
  await app.item({ restaurant, category: 3, by: by.id, name: 'Hamza Lamb Square' })
  const kinds = (lines: string[]) =>
    lines.filter((line) => ['Dishes', 'Restaurants', 'Cities', 'Members'].includes(line))
  expect(kinds(await linesOf('hamsa'))[0]).toBe('Members')
  // A burger isn't Burgersdorp.
  expect(kinds(await linesOf('burger'))).not.toContain('Cities')
  expect(kinds(await linesOf('burgersdorp'))).toContain('Cities')
})

it('‘best’ and the like keep no cities that only resemble what follows', async () => {
  const { id: restaurant } = await app.restaurant({ name: 'Noodle Yard' })
  const by = await app.member()
  await app.item({ restaurant, category: 3, by: by.id, name: 'Miso Ramen' })
  for (const q of ['best ramen near me', 'good ramen', 'where is the tastiest ramen']) {
    const lines = await linesOf(q)
    expect(lines, q).toContain('Miso Ramen')
    expect(lines, q).not.toContain('Cities')
  }
  expect((await linesOf('best paris')).join()).toContain('Paris, ')
})

it('of cities, only those with the name of a member who is found come beside them', async () => {
  await app.member({ userName: 'Hamza' })
  const found = (await linesOf('hamza')).join(' | ')
  expect(found).toContain('Members | Hamza')
  expect(found).toMatch(/Cities \| Hamza, [^|]+UZ/)
  expect(found).not.toContain('Hamamatsu')
  // A letter away they come before cities that resemble the query less.
  expect((await linesOf('hmaza'))[0]).toBe('Members')
  // A city in another form of its name is one of that name.
  await app.member({ userName: 'St Paul Eats' })
  expect((await linesOf('st paul')).join(' | ')).toContain('Cities | Saint Paul, MN, US')
  await app.restaurant({ name: 'La Boda' })
  expect((await linesOf('LA')).join(' | ')).toContain('Cities | Los Angeles, CA, US')
})

it('another name of a category leaves out cities that resemble it, and leads to its list', async () => {
  const lines = await linesOf('starters')
  expect(lines).toContain('Appetizers')
  expect(lines).not.toContain('Cities')
  expect((await linesOf('cocktails minneapolis'))[1]).toBe('Mixed Drinks near Minneapolis, MN, US')
  expect((await linesOf('shrimp cocktail minneapolis')).join()).not.toContain('Mixed Drinks')
  expect((await linesOf('donuts minneapolis'))[1]).toBe('Doughnuts near Minneapolis, MN, US')
})

it('the dishes of a category that is named come before others with its name', async () => {
  const { id: restaurant } = await app.restaurant({ name: 'Corner Counter' })
  const by = await app.member({ userName: 'Brunch Bailiff' })
  await app.item({ restaurant, category: 7, by: by.id, name: 'Shakshuka' })
  const lines = await linesOf('brunch')
  const kinds = ['Categories and tags', 'Dishes', 'Members']
  expect(lines.filter((line) => [...kinds, 'Cities'].includes(line))).toEqual(kinds)
})

it('if no dish has all words of a query, those with all but one are shown', async () => {
  const { id: restaurant } = await app.restaurant({ name: 'Lucy & Gus' })
  const by = await app.member()
  await app.item({ restaurant, category: 3, by: by.id, name: 'Molten Lucy' })
  const lines = await linesOf('crispy lucy')
  expect(lines).toContain('No dish has all of “crispy lucy”. Found for “lucy”:')
  expect(lines).toContain('Molten Lucy')
  // A query that names a city asks for nothing elsewhere.
  expect(await linesOf('lucy fargo')).toContain('No “lucy” is saved near Fargo, ND, US yet.')
  expect(await linesOf('zzqx vvwq')).toContain('Nothing is called “zzqx vvwq” here.')
})

it('a short name that no dish has is looked for written out', async () => {
  const { id: restaurant } = await app.restaurant({ name: 'Morning Glass' })
  const by = await app.member()
  const dish = (name: string) => app.item({ restaurant, category: 12, by: by.id, name })
  await dish('Blood Orange Juice')
  await dish('Peanut Butter & Jelly Shake')
  for (const [q, full, name] of [
    ['OJ', 'orange juice', 'Blood Orange Juice'],
    ['blood oj', 'blood orange juice', 'Blood Orange Juice'],
    ['PB&J', 'peanut butter jelly', 'Peanut Butter &amp; Jelly Shake'],
  ] as const) {
    const lines = await linesOf(q)
    const asked = q.replace('&', '&amp;')
    expect(lines).toContain(`No dish has all of “${asked}”. Found for “${full}”:`)
    expect(lines).toContain(name)
  }
})

it('a misspelt dish comes before cities that only resemble it', async () => {
  const { id: restaurant } = await app.restaurant({ name: 'Lowertown' })
  const by = await app.member()
  await app.item({ restaurant, category: 2, by: by.id, name: 'Miso Ramen' })
  // Cities begin with it, and villages are called so.
  const lines = await linesOf('raman')
  expect(lines[0]).toBe('Dishes')
  expect(lines).toContain('Miso Ramen')
  // The best city is called so: it comes first, alone.
  const paris = await linesOf('paris')
  expect(paris[0]).toBe('Cities')
  expect(paris.filter((line) => /^Par(?!is\b)/.test(line))).toEqual([])
})

it('a found dish shows its upvotes by their name', async () => {
  const { id: restaurant } = await app.restaurant({ name: 'Upper Town' })
  const by = await app.member()
  await app.item({ restaurant, category: 2, by: by.id, name: 'Udon Bowl' })
  const { html } = await renderPage(app, '/search?q=udon%20bowl')
  expect(html.replaceAll('<!-- -->', '')).toContain('Pizza · 0 upvotes')
})

it('of suggestions, too, the kind with a name that has all words comes first', async () => {
  await app.member({ userName: 'Mustafa' })
  const names = async (q: string) =>
    suggestionsOf(q, (await app.get(`/api/search?q=${q}`)).body).map(({ name }) => name)
  const found = await names('mustafa')
  expect(found[0]).toBe('Mustafa')
  expect(found.some((name) => name.startsWith('Mustafakemalpaşa'))).toBe(true)
  // While a word is half typed, no kind has it as a whole.
  expect((await names('mustaf')).at(-1)).toBe('Mustafa')
})
