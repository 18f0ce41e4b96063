import { expect, it } from 'vitest'
import { foundText } from './found-text.ts'

it.each([
  [2, 2, 2, 'Of 2 places, we found 2 here, 2 of them for sure.'],
  [2, 1, 0, 'Of 2 places, we found 1 here.'],
  [1, 0, 0, 'Of 1 place, we found 0 here.'],
])('of %d places, %d are found, %d for sure', (places, found, sure, text) =>
  expect(foundText(places, found, sure)).toBe(text),
)
