/** Miles; one at a time (rules: distance). */
export const distances = [20, 10, 5, 1] as const
export type Distance = (typeof distances)[number]

/** The widest; addresses leave it out. */
export const defaultDistance: Distance = 20
