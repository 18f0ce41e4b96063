/** True in `npm run test:long`, which also tries the variants that `npm test` leaves out for the time they take. */
export const allVariants = process.env.LONG_TESTS === '1'

/** Returns all variants of a test in `npm run test:long`, and the first ones in `npm test`. */
export const variantsOf = <T>(all: readonly T[], first = 1): readonly T[] =>
  allVariants ? all : all.slice(0, first)
