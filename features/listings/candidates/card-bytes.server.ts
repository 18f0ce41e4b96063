import { LRUCache } from 'lru-cache'
import { batchRequests } from '#platform/server/database/batching.ts'
import type { Services } from '#platform/server/services.ts'
import type { ItemChangeFeed } from './changes.server.ts'
import { createStoredCardReader } from './stored-cards.server.ts'

/** Cards as `serializeCard` writes them. The card of an item that isn't shown is an empty buffer. */
export type CardCache = {
  of(ids: number[]): Promise<Map<number, Buffer>>
}

const empty = Buffer.alloc(0)

/** Caches cards as bytes until their item changes, in at most `room()` bytes. */
export function createCardCache(
  services: Pick<Services, 'listing' | 'database'>,
  changes: ItemChangeFeed,
  room: () => number,
): CardCache {
  const stored = createStoredCardReader(services)
  const kept = new LRUCache<number, Buffer>({
    maxSize: room(),
    sizeCalculation: (card) => card.length + 150,
  })
  changes.follow({
    apply: async (changed) => changed.forEach(({ itemId }) => kept.delete(itemId)),
    clear: () => kept.clear(),
  })
  /** Reads, in one batch, the cards that concurrent answers are missing. */
  const read = batchRequests<number[], Map<number, Buffer>>(async (asked) => {
    const missing = [...new Set(asked.flat())]
    const look = changes.currentLook()
    const found = await changes.read(() => stored(missing))
    const missed = changes.changesSince(look)
    const stale = new Set(missed?.map(({ itemId }) => itemId))
    for (const id of missing) {
      // An item that isn't shown is cached as an empty card, so that it isn't read again.
      const card = found.get(id) ?? empty
      found.set(id, card)
      if (missed && !stale.has(id)) kept.set(id, card)
    }
    while (kept.calculatedSize > room()) kept.pop()
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
