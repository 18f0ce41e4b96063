import type { Point } from '#domain/position/miles.ts'
import { type Gazetteer, locationColumns } from './gazetteer/gazetteer.server.ts'

/** The columns of a restaurant that depend on its position. */
export type LocationColumns = ReturnType<typeof locationColumns>
export type Locate = (point: Point) => Promise<LocationColumns> | LocationColumns

export const locateWith =
  (cities: Gazetteer): Locate =>
  (point) =>
    locationColumns(cities, point)
