/**
 * Returns the first letters of a name's first and last words, or of its only word. Returns an empty text if the name
 * has no letters.
 */
export function initials(name: string): string {
  const cleaned = name.replace(/@.*/s, '').replace(/[`´'ʼ]/g, '')
  const [first, ...more] = cleaned.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  return (letter(first) + letter(more.at(-1))).toUpperCase()
}

/** Returns a word's first letter with its combining accents. */
const letter = (word = '') => /^\p{L}\p{M}*/u.exec(word)?.[0] ?? ''
