/** Returns a number with its noun: '1 notice', '2 notices', '1,204 miles'. */
export const countWithNoun = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${pluralize(count, one, many)}`

/** Returns only the noun, for texts that show the number elsewhere or with a '+'. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? one : many
