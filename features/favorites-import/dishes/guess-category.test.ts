import { expect, it } from 'vitest'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { categoryOfDish, categoryOfRestaurant } from './guess-category.ts'

it('guesses a category from the words that end a dish’s name', () => {
  const table: [string, string | null][] = [
    ['Jucy Lucy', 'Burgers'],
    ['Bacon cheeseburgers with fries', 'Burgers'],
    ['Pizza Margherita', 'Pizza'],
    ['Chicken burrito', 'Handheld'],
    ['Breakfast burrito', 'Breakfast'],
    ['Bánh mì', 'Handheld'],
    ['Steak and eggs', 'Entrees'],
    ['Truffle mac & cheese', 'Sides'],
    ['FRENCH FRIES', 'Sides'],
    ['Buffalo wings', 'Appetizers'],
    ['Crème brûlée', 'Dessert'],
    ['Key lime pie', 'Dessert'],
    ['French toast', 'Breakfast'],
    ['Pinot noir 2019', 'Wine'],
    ['Espresso martini', 'Mixed Drinks'],
    ['Hazy double IPA', 'Beer'],
    ['Root beer', 'Other Drinks'],
    ['Oat milk latte', 'Coffee'],
    ['Iced tea', 'Other Drinks'],
    ['Number 12', null],
    ['', null],
  ]
  const guessed = table.map(([dish]) => {
    const id = categoryOfDish(dish)
    return [dish, id && categoryById(id).name]
  })
  expect(guessed).toEqual(table)
})

it('takes what the restaurant serves if that is only one thing', () => {
  const of = (name: string, ...cuisines: string[]) => categoryOfRestaurant({ name, cuisines })
  expect(of('Pizzeria Lola')).toBe(2)
  expect(of('Lola', 'pizza')).toBe(2)
  expect(of('Lola', 'pizza', 'coffee')).toBeNull()
  expect(of('Lola')).toBeNull()
})
