/**
 * Many texts joined into one string, with the position where each starts: a hundred thousand texts load quickly as one
 * object.
 */
export type Texts = { text: string; start: Uint32Array }

export function packTexts(texts: string[]): Texts {
  const start = new Uint32Array(texts.length + 1)
  for (const [index, text] of texts.entries()) start[index + 1] = start[index]! + text.length
  return { text: texts.join(''), start }
}

export const textAt = ({ text, start }: Texts, index: number) =>
  text.slice(start[index], start[index + 1])

export const textLength = ({ start }: Texts, index: number) => start[index + 1]! - start[index]!

/** Binary search: returns the first index in 0 … size - 1 for which `isBefore` is false, or `size` if there is none. */
export function lowerBound(size: number, isBefore: (index: number) => boolean) {
  let low = 0
  let high = size
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}
