/** Code points, as the database's char_length counts them: an emoji of one code point is one. */
export function characters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Its beginning, with no half of an emoji at the end: half a one is no text and is refused. */
export const cut = (text: string, most: number) => Array.from(text).slice(0, most).join('')

/** What is said beside a field whose text has more than `most` of them; null where it hasn't. */
export const tooLongText = (text: string, most: number): string | null =>
  characters(text.trim()) > most ? `At most ${most} characters.` : null
