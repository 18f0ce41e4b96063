export const longestName = 50

// Controls, private and unassigned characters, bidi and zero-width ones, fillers and blank Braille.
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
const piled = /\p{M}{3}/u
/** Look like C, f, i and l, and are something else once NFKC has turned them. */
export const turned = /[\u03f9\u017f\u037a\uffe8]/u
// NFKC makes a space and a mark of some signs that look like a letter.
const bare = /(^|\s)\p{M}/u

/** A name as it is kept and shown: NFKC, trimmed, inner white space folded. */
export const shownName = (name: string) => name.normalize('NFKC').replace(/\s+/gu, ' ').trim()

/** What is wrong with a name for other people's eyes, or null. Takes a `shownName`. */
export function nameProblem(name: string): string | null {
  if (name === '') return 'Please fill this in.'
  if (Array.from(name).length > longestName) return `At most ${longestName} characters.`
  if (invisible.test(name)) return 'Has characters that can’t be shown.'
  if (piled.test(name) || bare.test(name) || !/[\p{L}\p{N}\p{So}]/u.test(name))
    return 'Please use letters or digits.'
  return null
}
