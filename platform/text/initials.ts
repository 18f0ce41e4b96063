/** One word gives its first two letters, several the first of the first and of the last: as the server draws them. */
export function initials(name: string): string {
  const words = name.replace(/@.*/s, '').replace(/[`´'ʼ]/g, '')
  const [first, ...more] = words.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  if (!first) return ''
  const last = more.at(-1)
  const letters = last ? lead(first, 1) + lead(last, 1) : lead(first, 2)
  return letters.toUpperCase()
}

/** Letters with their accents, where those stand apart. */
const lead = (word: string, most: number) =>
  (word.match(/\p{L}\p{M}*/gu) ?? []).slice(0, most).join('')
