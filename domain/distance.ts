import { cellToBoundary, cellToLatLng, gridDisk, latLngToCell } from 'h3-js'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { milesBetween, type Point } from './miles.ts'

/** `milesBetween` in SQL, of a row's `latitude` and `longitude`; `alias` names the row where there are several. */
export const milesFrom = ({ latitude, longitude }: Point, alias?: string) => {
  const column = (name: string) => sql.ref(alias ? `${alias}.${name}` : name)
  return sql<number>`miles_between(${latitude}::float8, ${longitude}::float8, ${column('latitude')}, ${column('longitude')})`
}

/** H3 resolutions that rows are kept by, and the coarser one of the search index. */
export type Resolution = 4 | 5 | 7

const cellNumber = (cell: string) => BigInt(`0x${cell}`)

/** The H3 cell of a point as the signed 64-bit integer of `cell5` and `cell7`. */
export const cellOf = ({ latitude, longitude }: Point, resolution: Resolution): bigint =>
  cellNumber(latLngToCell(latitude, longitude, resolution))

/** Shortest way across a ring of cells in miles: 1.5 × the edge, of the smallest cells there are. */
const ringWidth: Record<Resolution, number> = { 4: 18, 5: 6.8, 7: 0.97 }

type Cell = Point & { number: bigint; reach: number }

// What is asked of H3 for each circle is asked for a few thousand places over and over.
const cells = new LRUCache<string, Cell>({ max: 50_000 })
const disks = new LRUCache<string, Cell[]>({ max: 4_000 })

function cellKnown(cell: string): Cell {
  let known = cells.get(cell)
  if (!known) {
    const [latitude, longitude] = cellToLatLng(cell)
    const centre = { latitude, longitude }
    cells.set(cell, (known = { ...centre, number: cellNumber(cell), reach: reachOf(cell, centre) }))
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
 * All H3 cells that a circle touches. A cell is in when its centre is no farther than the circle's
 * radius and the cell's own reach together, so none is missed.
 */
export function cellsTouching(point: Point, miles: number, resolution: Resolution): bigint[] {
  const rings = Math.ceil(miles / ringWidth[resolution]) + 1
  const origin = latLngToCell(point.latitude, point.longitude, resolution)
  return diskAround(origin, rings)
    .filter((cell) => milesBetween(point, cell) <= miles + cell.reach)
    .map(({ number }) => number)
}

// A hair more than the farthest corner: edges bend.
const reachOf = (cell: string, centre: Point) =>
  1.01 *
  Math.max(
    ...cellToBoundary(cell).map(([latitude, longitude]) =>
      milesBetween(centre, { latitude, longitude }),
    ),
  )
