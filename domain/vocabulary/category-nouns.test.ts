import { expect, test } from 'vitest'
import { categories } from './categories.ts'
import { manyOf, oneOf } from './category-nouns.ts'

test('a category in a sentence reads as one would say it: one beer, the best beers', () => {
  const questions = categories.map(({ id }) => `Which ${oneOf(id)} at Lakeside Malt Shop?`)
  expect(questions).toContain('Which beer at Lakeside Malt Shop?')
  expect(questions).toContain('Which burger at Lakeside Malt Shop?')
  expect(questions.filter((one) => /s at |’s/.test(one))).toEqual([])
  expect(manyOf(10)).toBe('beers')
  expect(manyOf(6)).toBe('desserts')
})
