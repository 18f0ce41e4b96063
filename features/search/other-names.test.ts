import { beforeAll, describe, expect, it } from 'vitest'
import { categories } from '#domain/vocabulary/categories.ts'
import { tags } from '#domain/vocabulary/tags.data.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { keyOf } from './food-names.ts'
import { kindsHeld, otherNames } from './other-names.data.ts'

let app: TestApp
const here = 'latitude=44.98&longitude=-93.27'
const names = async (kind: string, q: string) => {
  const { status, body } = await app.get(`/api/search?q=${encodeURIComponent(q)}&${here}`)
  expect(status).toBe(200)
  return (body[kind] as { name: string }[]).map(({ name }) => name)
}

beforeAll(async () => {
  app = await testApp()
  const by = await app.member({ id: 20, userName: 'Twenty' })
  const { id: restaurant } = await app.restaurant({ name: 'Corner Counter' })
  const dish = (name: string, category: number, tagged: number[] = []) =>
    app.item({ restaurant, category, by: by.id, name, tags: tagged })
  await dish('Juicy Burger', 3)
  await dish('Hamburger Royal', 3)
  await dish('Maple Doughnut', 6)
  await dish('Donuts to Share', 6)
  await dish('Negroni', 9)
  await dish('Shakshuka', 7)
  await dish('Devilled Eggs', 4)
  await dish('Crispy Box', 14)
  await dish('Earl Grey', 12)
  await dish('Curly Spuds', 5, [55])
})

it('a name with an emoji of food beside it is found with it and without', async () => {
  await app.member({ userName: 'Annabel 🍕' })
  await app.restaurant({ name: 'Old Harbor Fish House' })
  for (const q of ['Annabel 🍕', 'Annabel'])
    expect(await names('members', q)).toEqual(['Annabel 🍕'])
  expect(await names('restaurants', 'Old Harbor Fish House 🦞')).toEqual(['Old Harbor Fish House'])
  expect(await names('dishes', 'Hamburger Royal 🍟')).toContain('Hamburger Royal')
  // What isn't part of a name leaves the emoji as the name.
  await app.restaurant({ name: 'Downtown Burger' })
  await app.restaurant({ name: 'Best Buy Noodles' })
  for (const q of ['🍔', '🍔 near me', 'best 🍔', '🍔 open now', '🍔 in minneapolis'])
    expect(await names('restaurants', q), q).toEqual(['Downtown Burger'])
})

describe('dishes', () => {
  it.each([
    ...['burger', 'burgers', 'hamburger', 'hamburgers'].flatMap((q) => [
      [q, 'Juicy Burger'],
      [q, 'Hamburger Royal'],
    ]),
    ...['donut', 'donuts', 'doughnut', 'doughnuts'].flatMap((q) => [
      [q, 'Maple Doughnut'],
      [q, 'Donuts to Share'],
    ]),
    ['cocktails', 'Negroni'],
    ['🍔', 'Juicy Burger'],
    ['🍟', 'Curly Spuds'],
    ['🍩️ minneapolis', 'Maple Doughnut'],
    ['cocktail minneapolis', 'Negroni'],
    ['brunch', 'Shakshuka'],
    ['starters', 'Devilled Eggs'],
    ['appetisers', 'Devilled Eggs'],
    ['fastfood', 'Crispy Box'],
    ['fast food', 'Crispy Box'],
    ['french fries', 'Curly Spuds'],
  ])('%s finds %s', async (q, name) => {
    expect(await names('dishes', q)).toContain(name)
  })

  it('of a kind that a category holds are not all that the category has', async () => {
    expect(await names('dishes', 'soda')).not.toContain('Earl Grey')
  })
})

describe('every other name', () => {
  const pairs = (all: object) =>
    Object.entries(all as Record<string, string[]>).flatMap(([of, list]) =>
      list.map((name) => [name, of] as const),
    )
  const byCategory = [...pairs(otherNames.categories), ...pairs(kindsHeld)]

  it.each(byCategory)('%s leads to the category %s', async (name, slug) => {
    const category = categories.find((one) => one.slug === slug)!
    expect((await names('categories', name))[0]).toBe(category.name)
  })

  it.each(pairs(otherNames.tags))('%s leads to the tag %s', async (name, tag) => {
    expect((await names('tags', name))[0]).toBe(tag)
  })

  it('means one thing, and is nothing’s own name', () => {
    const all = [...byCategory, ...pairs(otherNames.tags)].map(([name]) => keyOf(name))
    expect(all).toEqual([...new Set(all)])
    const own = new Set([...tags, ...categories].map(({ name }) => keyOf(name)))
    expect(all.filter((key) => own.has(key))).toEqual([])
  })
})

it.each([
  ['soda bread', 'Other Drinks'],
  ['pop tart', 'Other Drinks'],
  ['tea cake', 'Other Drinks'],
  ['main street diner', 'Entrees'],
  ['branch', 'Breakfast'],
])('%s names no category %s', async (q, name) => {
  expect(await names('categories', q)).not.toContain(name)
})

it.each([
  ['burger', 'Burgers'],
  ['hamburgers', 'Burgers'],
  ['sodas', 'Other Drinks'],
  ['ipa', 'Beer'],
])('%s leads to %s', async (q, name) => {
  expect((await names('categories', q))[0]).toBe(name)
})

describe('open now', () => {
  it.each([
    ['burger open now', 'Juicy Burger'],
    ['Negroni open right now near me', 'Negroni'],
    ['shakshuka that is still open', 'Shakshuka'],
    ['burgers open late', 'Juicy Burger'],
    ['what’s open', undefined],
  ])('%s finds %s', async (q, name) => {
    expect((await names('dishes', q))[0]).toBe(name)
  })
})
