/** One word gives its first letter, several the first of the first and of the last. Nothing where there is no letter. */
export function initials(name: string): string {
  const cleaned = name.replace(/@.*/s, '').replace(/[`´'ʼ]/g, '')
  const [first, ...more] = cleaned.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  return (letter(first) + letter(more.at(-1))).toUpperCase()
}

/** The first, with its accents where those stand apart. */
const letter = (word = '') => /^\p{L}\p{M}*/u.exec(word)?.[0] ?? ''
