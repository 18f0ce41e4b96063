/** The distances in miles to which a list can be limited; one applies at a time (rules: distance). */
export const distanceOptions = [20, 10, 5, 1] as const
export type DistanceOption = (typeof distanceOptions)[number]

/** The widest distance, which applies if a URL has none. */
export const defaultDistance: DistanceOption = 20
