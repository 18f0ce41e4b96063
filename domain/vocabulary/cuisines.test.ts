import { expect, test } from 'vitest'
import { foldText } from '#domain/fold.ts'
import { categories } from './categories.ts'
import { servingNamePattern, servingSigns } from './cuisines.ts'

const likelyByName = (name: string) =>
  categories
    .filter(({ id }) => new RegExp(servingNamePattern(id)).test(` ${foldText(name)} `))
    .map(({ slug }) => slug)

test('signs are written as cuisines and folded names are', () => {
  for (const { id } of categories) {
    const { cuisines, names } = servingSigns(id)
    expect(cuisines.filter((word) => !/^[a-z0-9_]{2,40}$/.test(word))).toEqual([])
    expect(names.filter((name) => name !== foldText(name))).toEqual([])
    expect(new Set(cuisines).size).toBe(cuisines.length)
    expect(new Set(names).size).toBe(names.length)
  }
})

test('a name says what is served by whole words', () => {
  expect(likelyByName('Matt’s Burgers')).toEqual(['burgers', 'sides'])
  expect(likelyByName('McDonald’s')).toEqual(['burgers', 'fast-food'])
  expect(likelyByName('Sebastian Joe’s Ice Cream Café')).toEqual(['dessert', 'coffee'])
  expect(likelyByName('Limburger Hof')).toEqual([])
})
