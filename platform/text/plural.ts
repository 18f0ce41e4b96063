/** '1 notice', '2 notices', '1,204 miles': a number and its word, for every text that counts. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${wordFor(count, one, many)}`

/** The word alone, where the number is apart from it or has a '+'. */
export const wordFor = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? one : many
