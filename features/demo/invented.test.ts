import { expect, test } from 'vitest'
import { generateDishes } from './dishes.ts'
import { generateFavourites } from './favourites.ts'
import { generatePeople } from './people.ts'
import { seededRandom } from './random.ts'
import { reasons } from './reasons.data.ts'
import { generateVotes } from './votes.ts'

const invent = (seed: string) => {
  const { people: members } = generatePeople(seed)
  const menu = generateDishes(seed)
  const saved = generateFavourites(seed, members, menu)
  return { members, menu, saved, given: generateVotes(seed, members, menu, saved) }
}
const one = invent('yolo')

test('the same seed gives the same demo, another seed another', () => {
  expect(invent('yolo')).toEqual(one)
  expect(invent('other').given).not.toEqual(one.given)
})

test('every good word written for a dish is on one of its favourites', () => {
  const said = new Set(one.saved.map(({ dish, description }) => `${dish} ${description}`))
  const unsaid = one.menu.filter(({ why }, dish) => why && !said.has(`${dish} ${why}`))
  expect(unsaid).toEqual([])
})

test('many give a reason, not all; few say the same of one dish', () => {
  const told = one.saved.filter(({ description }) => description !== '')
  expect(told.length / one.saved.length).toBeGreaterThan(0.6)
  expect(told.length / one.saved.length).toBeLessThan(0.85)
  const perDish = told.map(({ dish, description }) => `${dish} ${description}`)
  expect(new Set(perDish).size / perDish.length).toBeGreaterThan(0.97)
  for (const { description } of told) expect(description).not.toMatch(/[{}]|undefined/)
})

test('every category has reasons of its own', () => {
  const slugs = new Set(one.menu.map(({ slug }) => slug))
  expect(Object.keys(reasons).sort()).toEqual([...slugs].sort())
})

test('the member whose log-in is told has something on the page', () => {
  const { printedIndex } = generatePeople('yolo')
  expect(one.saved.filter(({ person }) => person === printedIndex).length).toBeGreaterThan(8)
  expect(one.given.filter(({ person }) => person === printedIndex).length).toBeGreaterThan(8)
})

test('chance is fair enough and stays in its bounds', () => {
  const dice = seededRandom('bounds')
  const rolls = Array.from({ length: 10_000 }, () => dice.weighed([1, 0, 3]))
  expect(rolls.filter((roll) => roll === 1)).toEqual([])
  const share = rolls.filter((roll) => roll === 2).length / rolls.length
  expect(share).toBeGreaterThan(0.72)
  expect(share).toBeLessThan(0.78)
  expect(dice.shuffled([1, 2, 3, 4]).sort((a, b) => a - b)).toEqual([1, 2, 3, 4])
})
