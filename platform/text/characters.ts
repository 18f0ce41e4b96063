/** Code points, as the database's char_length counts them: an emoji of one code point is one. */
export function characters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
