import { expect, test } from 'vitest'
import { isSimilarName, nameDistance, nameKey } from './names.ts'

test.each([
  ['  Juicy   Lucy ', 'juicy lucy'],
  ['JUICY LUCY', 'Juicy Lucy'],
  ['Juicy\u00a0Lucy', 'Juicy Lucy'],
  ['Juicy\u200bLucy', 'JuicyLucy'],
  ['Cre\u0301me', 'Cr\u00e9me'],
  ['ﬁsh ＆ chips', 'fish & chips'],
  ['Weißwurst', 'WEISSWURST'],
  ['ΣΟΥΒΛΑΚΙΑΣ', 'σουβλακιας'],
])('%j and %j are one name', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other))
})

test.each([
  ['Juicy Lucy', 'Juicy-Lucy'],
  ['Crème brûlée', 'Creme brulee'],
  ['No. 4', 'No. 5'],
])('%j and %j are two names', (one, other) => {
  expect(nameKey(one)).not.toBe(nameKey(other))
})

test('a name of invisible characters alone has no key', () => {
  expect(nameKey('\u200b\u2060\ufeff')).toBe('')
})

test.each([
  ['Cheese Burger', 'cheeseburger'],
  ['Crème brûlée', 'Creme Brulee'],
  ['Margherita Pizza', 'Margarita pizza'],
  ['Pizza Margherita', 'Margherita Pizza'],
  ['Juicy Lucy', 'Juciy Lucy'],
  ['Tacos', 'Taco'.concat('s!')],
  ['Fish tacos', 'fish taco'],
  ['Fries', 'Fry'],
  ['Reuben sandwiches', 'Reuben Sandwich'],
  ['寿司', '寿司 '],
  ['Cheeseburger', 'cheesburger'],
  ['Cheeseburger', 'Cheese-Burger'],
  ['cheesburger', 'Cheese Burgers'],
  ['Potatoes, boiled', 'Boiled Potatoes'],
  ['Mac & cheese', 'Mac and Cheese'],
  ['Bananas with cream', 'Bananas and cream'],
  ['The Works', 'Works'],
  ['Toast', 'Tosat'],
  ['With', 'with'],
])('%j and %j may be the same dish', (one, other) => {
  expect(isSimilarName(one, other)).toBe(true)
})

test.each([
  ['Ham', 'Jam'],
  ['Combo number 4', 'Combo number 5'],
  ['Juicy Lucy', 'Juicy Fruit'],
  ['🍕', '🍔'],
  ['寿司', '刺身'],
  ['Chicken burger', 'Cheese burger'],
  ['Small latte', 'Large latte'],
  ['Small latte', 'Latte'],
  ['Lobster cocktail', 'Oyster cocktail'],
  ['Green peas', 'Green beans'],
  ['Steak', 'Steak with mushrooms'],
  ['Baked potatoes', 'Baked sweet potatoes'],
  ['Chicken chicken', 'Chicken'],
  ['With', 'The'],
])('%j and %j are different dishes', (one, other) => {
  expect(isSimilarName(one, other)).toBe(false)
})

test.each([
  ['Juicy Lucy', 'juicy  LUCY', 0],
  ['cheese-burgers', 'Cheeseburger', 1],
  ['chesseburger', 'Cheeseburger', 2],
  ['cheese b', 'Cheeseburger', 3],
  ['brule', 'Crème brûlée', 4],
  ['hamb', 'Turkey Hamburger', 4],
  ['cheezebur', 'Cheeseburger', 5],
  ['c', 'Cheeseburger', Infinity],
  ['combo 4', 'Combo 5', Infinity],
  ['ham', 'Jam on toast', Infinity],
  ['Turkey burger', 'Cheeseburger', Infinity],
  ['🍕', 'Cheeseburger', Infinity],
])('typing %j is %j away by %j', (typed, name, away) => {
  expect(nameDistance(typed, name)).toBe(away)
})

test('S30 comparing 100 kB of names takes no quadratic time', () => {
  const started = performance.now()
  isSimilarName('ab '.repeat(33_000), 'ba '.repeat(33_000))
  nameDistance('ab '.repeat(33_000), 'ba '.repeat(33_000))
  nameKey(' \u200b'.repeat(50_000))
  expect(performance.now() - started).toBeLessThan(5_000)
})
