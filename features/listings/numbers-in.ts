/** Those of a comma list, each once, by size. */
export const numbersIn = (list: string | number): number[] =>
  [...new Set(`${list}`.split(',').filter(Boolean).map(Number))].sort((a, b) => a - b)
