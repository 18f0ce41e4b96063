/**
 * Returns the number of code points, as the database's char_length counts them. An emoji of one code point counts as
 * one character, although its `length` is 2.
 */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Returns the first `most` code points. Unlike `slice`, it never returns half of a surrogate pair. */
export const firstCharacters = (text: string, most: number) =>
  Array.from(text).slice(0, most).join('')

/** Returns the error text of a field with more than `most` characters, otherwise null. */
export const lengthError = (text: string, most: number): string | null =>
  countCharacters(text.trim()) > most ? `At most ${most} characters.` : null
