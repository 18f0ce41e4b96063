/** Returns a number as English writes it: '950', '1,204'. Most are small, and a browser's first use of Intl is slow. */
export const numberText = (count: number): string =>
  Math.abs(count) < 1000 ? `${count}` : count.toLocaleString('en')

/** Returns a count like '950', '1.2K' or '3M'. */
export const shortCountText = (count: number): string =>
  count < 1000
    ? `${count}`
    : count.toLocaleString('en', { notation: 'compact', maximumFractionDigits: 1 })

/** Returns a number with its noun: '1 notice', '2 notices', '1,204 miles'. */
export const countWithNoun = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${pluralize(count, one, many)}`

/** Returns only the noun, for texts that show the number elsewhere or with a '+'. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? one : many
