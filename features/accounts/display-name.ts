import { looksLike } from './confusables.data.ts'

export const longestName = 50

// Controls, private and unassigned characters, bidi and zero-width ones, fillers and blank Braille.
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
const piled = /\p{M}{3}/u

/** A name as it is kept and shown: NFKC, trimmed, inner white space folded. */
export const shownName = (name: string) => name.normalize('NFKC').replace(/\s+/gu, ' ').trim()

/** What is wrong with a name for other people's eyes, or null. Takes a `shownName`. */
export function nameProblem(name: string): string | null {
  if (name === '') return 'Please fill this in.'
  if (Array.from(name).length > longestName) return `At most ${longestName} characters.`
  if (unseen.test(name)) return 'Has characters that can’t be shown.'
  if (piled.test(name) || !/[\p{L}\p{N}\p{So}]/u.test(name)) return 'Please use letters or digits.'
  return null
}

/**
 * The skeleton under which a name is unique: names that look alike have the same. A name without
 * Latin letters is compared in capitals, so that its own cases stay one ('Νίκος', 'ΝΊΚΟΣ').
 */
export function nameKey(name: string): string {
  const shown = shownName(name)
  const latin = /\p{Script=Latin}/u.test(shown)
  const letters = Array.from(shown.normalize('NFD'), (letter) => {
    const upper = letter.toUpperCase()
    return (
      (latin ? null : looksLike.get(upper)) ?? looksLike.get(letter) ?? (latin ? letter : upper)
    )
  })
  return letters
    .join('')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/[1l|]/g, 'i')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}
