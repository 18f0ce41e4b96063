import { expect, test } from 'vitest'
import {
  categories,
  categoryById,
  categoryBySlug,
  drinkCategories,
  drinkTiles,
  eatTiles,
  foodCategories,
  homeTiles,
  isCategoryId,
} from './categories.ts'

test('ids are 1 to 14 and slugs are unique', () => {
  expect(categories.map(({ id }) => id).sort((a, b) => a - b)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
  ])
  expect(new Set(categories.map(({ slug }) => slug)).size).toBe(14)
})

test('pizza is 2 and burgers is 3, by id and by slug', () => {
  expect(categoryById(2)?.name).toBe('Pizza')
  expect(categoryBySlug('burgers')?.id).toBe(3)
})

test('what is no category is none', () => {
  expect(categoryById(15)).toBeUndefined()
  expect(categoryBySlug('constructor')).toBeUndefined()
  expect([0, 15, 1.5, Number.NaN].map(isCategoryId)).toEqual([false, false, false, false])
})

test('nine foods and five drinks', () => {
  expect(foodCategories).toHaveLength(9)
  expect(drinkCategories).toHaveLength(5)
})

test('the wizard asks for tags in 1 to 7 and 13; fast food can be filtered too', () => {
  const ids = (list: typeof categories) => list.map(({ id }) => id)
  expect(ids(categories.filter((c) => c.tagsInWizard))).toEqual([1, 2, 3, 4, 5, 6, 7, 13])
  expect(ids(categories.filter((c) => c.hasTags))).toEqual([1, 2, 3, 4, 5, 6, 7, 13, 14])
})

test('tiles stand in their order, in their words', () => {
  expect(homeTiles.map(({ label }) => label)).toEqual([
    'Entree',
    'Pizza',
    'Burgers',
    'Handheld',
    'Dessert',
    'Breakfast',
    'Apps',
    'Sides',
    'Fast Food',
  ])
  const eat = 'burgers handheld breakfast entree dessert pizza apps sides'
  expect(eatTiles.map(({ slug }) => slug).join(' ')).toBe(eat)
  const drinks = 'wine mixed-drinks other-drinks coffee beer'
  expect(drinkTiles.map(({ slug }) => slug).join(' ')).toBe(drinks)
})
