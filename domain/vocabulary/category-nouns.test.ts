import { expect, it } from 'vitest'
import { categories } from './categories.ts'
import { pluralNoun, singularNoun } from './category-nouns.ts'

it('a category of dishes has a noun in the singular and in the plural', () => {
  const nouns = categories.map(({ id }) => [singularNoun(id), pluralNoun(id)])
  const regular = nouns.filter(([one, many]) => one && many === `${one}s`)
  const others = nouns.filter((pair) => !regular.includes(pair))
  expect(regular.map(([, many]) => many)).toContain('burgers')
  expect(others).toEqual([['fast-food dish', 'fast food']])
})

it('the noun is a word of the category’s name', () => {
  const others = categories.filter(({ id, name }) => !name.toLowerCase().includes(singularNoun(id)))
  expect(others.map(({ name }) => name)).toEqual(['Fast Food'])
})
