import { cellToBoundary, cellToLatLng, gridDisk, latLngToCell } from 'h3-js'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { milesBetween, type Point } from './miles.ts'

/**
 * SQL for the miles between a point and a row's `latitude` and `longitude`. `alias` names the row's table if the query
 * has several.
 */
export const milesFromSql = ({ latitude, longitude }: Point, alias?: string) => {
  const column = (name: string) => sql.ref(alias ? `${alias}.${name}` : name)
  return sql<number>`miles_between(${latitude}::float8, ${longitude}::float8, ${column('latitude')}, ${column('longitude')})`
}

/** H3 resolutions: 5 and 7 as in the columns `cell5` and `cell7`, 4 of cities, and the coarser 3 of the search index. */
export type Resolution = 3 | 4 | 5 | 7

export const cellNumber = (cell: string) => BigInt(`0x${cell}`)

/** Returns the H3 cell of a point as the 64-bit integer that `cell5` and `cell7` contain. */
export const cellOf = ({ latitude, longitude }: Point, resolution: Resolution): bigint =>
  cellNumber(latLngToCell(latitude, longitude, resolution))

/** Minimum width of a ring of cells in miles: 1.5 times the edge of the smallest cell of the resolution. */
const ringWidth: Record<Resolution, number> = { 3: 47, 4: 18, 5: 6.8, 7: 0.97 }

/** `number` is text, as queries take it. `reach` is the distance in miles from the center to the farthest corner. */
type Cell = Point & { number: string; reach: number }

// The same few thousand cells are needed again and again, and computing them with H3 is slow.
const cells = new LRUCache<string, Cell>({ max: 50_000 })
/** Their size is the number of their cells: a circle of 20 miles touches 1,500 small cells, so few disks are large. */
const disks = new LRUCache<string, Cell[]>({
  maxSize: 100_000,
  sizeCalculation: (disk) => disk.length,
})

function cellKnown(cell: string): Cell {
  let known = cells.get(cell)
  if (!known) {
    const [latitude, longitude] = cellToLatLng(cell)
    const center = { latitude, longitude }
    const number = String(cellNumber(cell))
    cells.set(cell, (known = { ...center, number, reach: reachOf(cell, center) }))
  }
  return known
}

function diskAround(origin: string, rings: number): Cell[] {
  const key = `${origin}/${rings}`
  let disk = disks.get(key)
  if (!disk) disks.set(key, (disk = gridDisk(origin, rings).map(cellKnown)))
  return disk
}

/**
 * Returns the numbers of all H3 cells that a circle touches: those whose center is no farther away than the radius of
 * the circle plus the radius of the cell. It may return a few cells that the circle only nearly touches, but it misses
 * none.
 */
export function cellsTouching(point: Point, miles: number, resolution: Resolution): string[] {
  const rings = Math.ceil(miles / ringWidth[resolution]) + 1
  const origin = latLngToCell(point.latitude, point.longitude, resolution)
  return diskAround(origin, rings)
    .filter((cell) => milesBetween(point, cell) <= miles + cell.reach)
    .map(({ number }) => number)
}

// Returns the radius of a cell in miles: the distance to its farthest corner plus 1 %, because a cell's edges are
// curved.
const reachOf = (cell: string, center: Point) =>
  1.01 *
  Math.max(
    ...cellToBoundary(cell).map(([latitude, longitude]) =>
      milesBetween(center, { latitude, longitude }),
    ),
  )
