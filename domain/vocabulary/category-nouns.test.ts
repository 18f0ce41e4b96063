import { expect, it } from 'vitest'
import { categories, type CategoryId } from './categories.ts'
import { pluralNoun, singularNoun } from './category-nouns.ts'

it('a category of dishes has a noun in the singular and in the plural', () => {
  const nouns = categories.map(({ id }) => [singularNoun(id), pluralNoun(id)])
  const regular = nouns.filter(([one, many]) => one && many === `${one}s`)
  const others = nouns.filter((pair) => !regular.includes(pair))
  expect(regular.map(([, many]) => many)).toContain('burgers')
  expect(others).toEqual([
    ['handheld dish', 'handheld dishes'],
    ['fast-food dish', 'fast food'],
  ])
})

it('the noun begins with a word of the category’s name', () => {
  const word = (id: CategoryId) => singularNoun(id).split(' ')[0]!
  const others = categories.filter(({ id, name }) => !name.toLowerCase().includes(word(id)))
  expect(others.map(({ name }) => name)).toEqual(['Fast Food'])
})
