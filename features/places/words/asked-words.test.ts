import { expect, it } from 'vitest'
import { nameKey, spellingsOf } from './asked-words.ts'

it.each([
  ['hamburger', 'hamburgers', 'burger', 'burgers'],
  ['donut', 'donuts', 'doughnut', 'doughnuts'],
  ['bbq', 'bbqs', 'barbecue', 'barbecues', 'barbeque', 'barbeques', 'barbq'],
  ['avocado', 'avocados', 'avo'],
  ['guacamole', 'guac'],
  ['night', 'nights', 'nite'],
  ['omelet', 'omelets', 'omelette', 'omelettes'],
  ['whisky', 'whiskies', 'whiskey', 'whiskeys'],
  ['cherry', 'cherries'],
  ['potato', 'potatoes'],
  ['sandwich', 'sandwiches'],
  ['cookie', 'cookies'],
  ['taco', 'tacos'],
])('%s and %s: any form reaches any other', (...forms) => {
  for (const form of forms) expect(spellingsOf(form)).toEqual(expect.arrayContaining(forms))
  expect(new Set(forms.map((form) => nameKey([form]))).size).toBe(1)
})

it('a name has one key in one word and in several', () => {
  expect(nameKey(['fast', 'food'])).toBe(nameKey(['fastfood']))
  expect(nameKey(['onion', 'ring'])).toBe(nameKey(['onionrings']))
  expect(nameKey(['cake'])).not.toBe(nameKey(['coke']))
})
