import { z } from 'zod'
import { oneLineText, multiLineText } from '#platform/contract/shapes.ts'
import { maxTextLength } from './text-limit.ts'

/** An opaque id: 'geonames:5037649', 'osm:node/1', or a restaurant’s own number (rules: ids). */
export const placeId = z
  .string()
  .max(300, 'This can’t be a place id.')
  .regex(/^\P{Cc}+$/u, 'This can’t be a place id.')

export const maxNameLength = 200
export const restaurantName = oneLineText(maxNameLength)
export const maxAddressLength = 300
export const restaurantAddress = oneLineText(maxAddressLength)

export const dishName = oneLineText(maxTextLength)
/** A dish's name that can be empty, for calls in which the dish's id can be sent instead. */
export const optionalDishName = oneLineText(maxTextLength, 0)

/** A description or a bio (rules: texts). */
export const description = multiLineText(maxTextLength)
