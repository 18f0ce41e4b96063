const whole = new Intl.NumberFormat('en')
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** Returns a number as English writes it: '950', '1,204'. */
export const numberText = (count: number): string => whole.format(count)

/** Returns a count like '950', '1.2K' or '3M'. */
export const shortCountText = (count: number): string => short.format(count)

/** Returns a number with its noun: '1 notice', '2 notices', '1,204 miles'. */
export const countWithNoun = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${pluralize(count, one, many)}`

/** Returns only the noun, for texts that show the number elsewhere or with a '+'. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? one : many
