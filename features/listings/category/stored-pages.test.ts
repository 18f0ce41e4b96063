import { expect, it } from 'vitest'
import type { Card } from '#features/items/contract.ts'
import { excludeShownCards } from './stored-pages.ts'

const cards = (...ids: number[]) => ids.map((id) => ({ id }) as Card)

it('of what is loaded further on each dish comes once, wherever it has moved meanwhile', () => {
  expect(excludeShownCards(cards(1, 2), cards(3, 2, 4, 3))).toEqual(cards(3, 4))
})
