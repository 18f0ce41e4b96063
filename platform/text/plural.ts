/**
 * Returns a number as English writes it: '950', '1,204'. Small ones are written without `toLocaleString`, because its
 * first call on a page is slow on a phone.
 */
export const numberText = (count: number): string =>
  Math.abs(count) < 1000 ? String(count) : count.toLocaleString('en')

/** Returns a number with its noun: '1 notice', '2 notices', '1,204 miles'. */
export const countWithNoun = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${pluralize(count, one, many)}`

/** Returns only the noun, for texts that show the number elsewhere or with a '+'. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? one : many
