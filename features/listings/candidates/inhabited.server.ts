import { sql } from 'kysely'
import { cellCenter } from '#domain/position/distance.ts'
import { milesBetween, type Point } from '#domain/position/miles.ts'
import { pauses } from '#platform/server/pauses.ts'
import type { Database } from '#platform/server/services.ts'
import type { ItemChange, ItemChangeFeed } from './changes.server.ts'

type Ring = { category: number; point: Point; distanceMiles: number }

export type OccupiedCells = {
  /** Returns those of the cells that contain a listed item of this category. Most cells of the earth contain none. */
  among(category: number, cells: string[]): Promise<string[]>
  /**
   * Returns the nearest `count` cells that contain a listed item of this category and reach beyond the distance, or none
   * if they can't be known just now.
   */
  nearest(ring: Ring, count: number): Promise<string[]>
}

/** A cell's center, also as a vector, and the distance in miles to its farthest corner. */
type Spot = Point & { vector: Vector; reach: number }
/** Cells, with their spots once they were needed. */
type Cells = Map<string, Spot | null>

/** Reads the cells that contain listed items once per category, and follows what changes. */
export function occupiedCells(database: Database, changes: ItemChangeFeed): OccupiedCells {
  const known = new Map<number, Promise<Cells | null>>()

  async function read(category: number): Promise<Cells | null> {
    const look = changes.currentLook()
    const { rows } = await changes.read(() =>
      sql<{ cell: string }>`
        select distinct cell5::text as cell from items where listed and category_id = ${category}`.execute(
        database,
      ),
    )
    // What changed meanwhile is applied after this. If changes were missed, the cells aren't kept.
    return changes.changesSince(look) && new Map(rows.map(({ cell }) => [cell, null]))
  }

  /** Removes those of the cells that contain no listed item any more. */
  async function removeEmpty(left: ItemChange[]) {
    const { rows } = await changes.read(() =>
      sql<{ category: number; cell: string }>`
        select distinct category, cell::text as cell
          from unnest(${left.map(({ category }) => category)}::integer[],
                      ${left.map(({ cell5 }) => cell5)}::bigint[]) as left_by (category, cell)
         where not exists (select from items where listed and category_id = category and cell5 = cell)`.execute(
        database,
      ),
    )
    for (const { category, cell } of rows) (await known.get(category))?.delete(cell)
  }

  changes.follow({
    async apply(changed) {
      const left: ItemChange[] = []
      for (const change of changed) {
        const cells = await known.get(change.category)
        const isKnown = cells?.has(change.cell5)
        if (change.listed && !isKnown) cells?.set(change.cell5, null)
        if (!change.listed && isKnown) left.push(change)
      }
      if (left.length > 0) await removeEmpty(left)
    },
    clear: () => known.clear(),
  })

  async function cellsOf(category: number): Promise<Cells | null> {
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
    async nearest({ category, point, distanceMiles }, count) {
      const cells = await cellsOf(category)
      return cells ? nearestOf(cells, point, distanceMiles, count) : []
    },
  }
}

/** Number of cells after which a pause may be due. */
const checkedEvery = 64

async function nearestOf(cells: Cells, point: Point, miles: number, count: number) {
  const from = vectorOf(point)
  const nearest: { cell: string; closeness: number }[] = []
  let looked = 0
  for (const [cell, known] of cells) {
    if (++looked % checkedEvery === 0 && pauses.isDue()) await pauses.pause()
    const spot = known ?? spotOf(cell)
    if (!known && cells.has(cell)) cells.set(cell, spot)
    const closeness = product(from, spot.vector)
    // Most cells end here.
    if (nearest.length === count && closeness <= nearest.at(-1)!.closeness) continue
    if (milesBetween(point, spot) + spot.reach <= miles) continue
    const at = nearest.findIndex((other) => other.closeness < closeness)
    nearest.splice(at === -1 ? nearest.length : at, 0, { cell, closeness })
    if (nearest.length > count) nearest.pop()
  }
  return nearest.map(({ cell }) => cell)
}

function spotOf(cell: string): Spot {
  const { latitude, longitude, reach } = cellCenter(BigInt(cell))
  return { latitude, longitude, reach, vector: vectorOf({ latitude, longitude }) }
}

/** A point of the unit sphere. The nearer two points are, the larger is the product of their vectors. */
type Vector = readonly [number, number, number]
const product = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
function vectorOf({ latitude, longitude }: Point): Vector {
  const [north, east] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)]
}
