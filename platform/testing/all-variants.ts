/** True in `npm run test:long`, which also tries the variants that `npm test` leaves out for the time they take. */
export const allVariants = process.env.LONG_TESTS === '1'
