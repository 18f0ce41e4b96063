/**
 * Returns a number as English writes it: '950', '1,204'; a larger one than 999 must be whole. `toLocaleString` isn't
 * used, because its first call on a page takes a browser 20 ms, and a phone ten times as long.
 */
export const numberText = (count: number): string =>
  Math.abs(count) < 1000 ? String(count) : String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

/** Returns a number with its noun: '1 notice', '2 notices', '1,204 miles'. */
export const countWithNoun = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${pluralize(count, one, many)}`

/** Returns only the noun, for texts that show the number elsewhere or with a '+'. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? one : many
