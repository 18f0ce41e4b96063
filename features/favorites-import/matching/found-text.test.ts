import { expect, it } from 'vitest'
import { foundText } from './found-text.ts'

it.each([
  [2, 2, 2, 0, 'Of 2 places, we found 2 here, 2 of them for sure.'],
  [2, 1, 0, 0, 'Of 2 places, we found 1 here.'],
  [1, 0, 0, 0, 'Of 1 place, we found 0 here.'],
  [4, 1, 1, 3, 'Of 4 places, we found 1 here, 1 of them for sure. 3 still need their city.'],
  [3, 2, 0, 1, 'Of 3 places, we found 2 here. 1 still needs its city.'],
  [2, 0, 0, 2, 'We read 2 places. To find them, we need their city.'],
  [1, 0, 0, 1, 'We read 1 place. To find it, we need its city.'],
])(
  'of %d places, %d are found, %d for sure, and %d need their city',
  (places, found, sure, waiting, text) =>
    expect(foundText(places, found, sure, waiting)).toBe(text),
)
