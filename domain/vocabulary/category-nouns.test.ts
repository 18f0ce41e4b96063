import { expect, test } from 'vitest'
import { categories } from './categories.ts'
import { pluralNoun, singularNoun } from './category-nouns.ts'

test('a category in a sentence reads as one would say it: one beer, the best beers', () => {
  const questions = categories.map(({ id }) => `Which ${singularNoun(id)} at Lakeside Malt Shop?`)
  expect(questions).toContain('Which beer at Lakeside Malt Shop?')
  expect(questions).toContain('Which burger at Lakeside Malt Shop?')
  expect(questions.filter((one) => /s at |’s/.test(one))).toEqual([])
  expect(pluralNoun(10)).toBe('beers')
  expect(pluralNoun(6)).toBe('desserts')
})
