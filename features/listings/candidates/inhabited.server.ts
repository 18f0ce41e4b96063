import { sql } from 'kysely'
import type { Database } from '#platform/server/services.ts'
import type { ItemChangeFeed } from './changes.server.ts'

export type OccupiedCells = {
  /** Returns those of the cells that may contain an item of this category. Most cells of the earth contain none. */
  among(category: number, cells: string[]): Promise<string[]>
  /** Returns all cells that may contain an item of this category, or none if they can't be known just now. */
  all(category: number): Promise<ReadonlySet<string>>
}

/** Reads the cells that contain items once per category. Cells that get an item later are added; none is removed. */
export function occupiedCells(database: Database, changes: ItemChangeFeed): OccupiedCells {
  const known = new Map<number, Promise<Set<string> | null>>()

  async function read(category: number): Promise<Set<string> | null> {
    const look = changes.currentLook()
    const { rows } = await changes.read(() =>
      sql<{ cell: string }>`
        select distinct cell5::text as cell from items where listed and category_id = ${category}`.execute(
        database,
      ),
    )
    const missed = changes.changesSince(look)
    if (missed === null) return null
    const later = missed.filter((change) => change.category === category)
    return new Set([...rows.map(({ cell }) => cell), ...later.map(({ cell5 }) => cell5)])
  }

  changes.follow({
    async apply(changed) {
      for (const { category, cell5 } of changed) (await known.get(category))?.add(cell5)
    },
    clear: () => known.clear(),
  })

  async function cellsOf(category: number): Promise<Set<string> | null> {
    let reading = known.get(category)
    if (!reading) {
      reading = read(category)
      known.set(category, reading)
      const forget = () => {
        if (known.get(category) === reading) known.delete(category)
      }
      reading.then((found) => found ?? forget(), forget)
    }
    return reading
  }

  return {
    async among(category, cells) {
      const found = await cellsOf(category)
      return found ? cells.filter((cell) => found.has(cell)) : cells
    },
    all: async (category) => (await cellsOf(category)) ?? new Set(),
  }
}
