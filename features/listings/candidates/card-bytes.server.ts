import { LRUCache } from 'lru-cache'
import type { Card } from '#features/items/contract.ts'
import { listedOf } from '#features/items/listed-card.ts'
import { cardsOf } from '#features/items/cards.server.ts'
import { together } from '#platform/server/together.ts'
import type { Database } from '#platform/server/services.ts'
import type { Changes } from './changes.server.ts'

/** A visitor's card as JSON without its first key, `distanceMiles`, which hangs on who asks; empty where it isn't shown. */
export type CardBytes = {
  of(ids: number[]): Promise<Map<number, Buffer>>
}

const empty = Buffer.alloc(0)

export function bytesOf(card: Card): Buffer {
  return Buffer.from(JSON.stringify({ ...listedOf(card), distanceMiles: undefined }).slice(1))
}

/** Cards as they are sent, kept within `bytes` until their item changes. */
export function keepCards(database: Database, changes: Changes, bytes: number): CardBytes {
  const kept = new LRUCache<number, Buffer>({
    maxSize: bytes,
    sizeCalculation: (card) => card.length + 150,
  })
  changes.follow({
    apply: async (changed) => changed.forEach(({ itemId }) => kept.delete(itemId)),
    forget: () => kept.clear(),
  })
  /** Reads what several answers miss at once. */
  const read = together<number[], Map<number, Buffer>>(async (asked) => {
    const missing = [...new Set(asked.flat())]
    const look = changes.look()
    const read = await cardsOf(database, missing, null)
    const missed = changes.since(look)
    const stale = new Set(missed?.map(({ itemId }) => itemId))
    const found = new Map(read.map((card) => [card.id, bytesOf(card)]))
    for (const id of missing) {
      // One that isn't shown any more is known to be nothing.
      const card = found.get(id) ?? empty
      found.set(id, card)
      if (missed && !stale.has(id)) kept.set(id, card)
    }
    return asked.map(() => found)
  })
  return {
    async of(ids) {
      const cards = new Map<number, Buffer>()
      const missing: number[] = []
      for (const id of ids) {
        const card = kept.get(id)
        if (card) cards.set(id, card)
        else missing.push(id)
      }
      if (missing.length > 0) {
        const found = await read(missing)
        for (const id of missing) cards.set(id, found.get(id)!)
      }
      return cards
    },
  }
}
