import { isWithinEditDistance } from '#platform/text/differs-by.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz '

/** Yields what may have been meant if one letter at `at` was left out, added, changed, or swapped with the next one. */
export function* spellingVariantsAt(text: string, at: number): Generator<string> {
  const [before, after] = [text.slice(0, at), text.slice(at)]
  for (const letter of letters) yield before + letter + after
  if (after === '') return
  yield before + after.slice(1)
  if (after.length > 1) yield before + after[1]! + after[0]! + after.slice(2)
  for (const letter of letters) if (letter !== after[0]) yield before + letter + after.slice(1)
}

/** Returns a word and its variants with one letter left out, the same as `search_slips` in the migrations. */
export function slipsOf(word: string): string[] {
  if (word.length < 4 || word.length > 24 || /[0-9]/.test(word)) return [word]
  const slips = new Set([word])
  for (let at = 0; at < word.length; at += 1) slips.add(word.slice(0, at) + word.slice(at + 1))
  return [...slips]
}

/**
 * Returns whether `typed` is the word with at most one letter left out, added, changed, or swapped with its neighbor.
 * Returns false if the letter was left out or added at the beginning, because people hardly ever make that mistake.
 * Otherwise it does the same as `isWithinEditDistance`, but ten times as fast, which matters because it is called for
 * each word of hundreds of names.
 */
export function isOneLetterOff(word: string, typed: string): boolean {
  const [a, b] = [word, typed]
  if (Math.abs(a.length - b.length) > 1 || a.slice(1) === b || a === b.slice(1)) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  const most = Math.min(a.length, b.length) - start
  while (end < most && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}

/** Minimum number of letters of a word that may have two wrong letters. */
const longWord = 7

/** Returns whether `typed` is long, has the word's first letter, and differs from the word by at most two letters. */
export const isTwoLettersOff = (word: string, typed: string) =>
  typed.length >= longWord && word[0] === typed[0] && isWithinEditDistance(word, typed, 2)

/**
 * Returns all spellings of a typed long word with one letter after the first left out, added, changed or swapped. They
 * find a meant word that differs by two letters if at least one of the two was left out in typing, because then its
 * `search_slips` contain one of these spellings.
 */
export function spellingsOneLetterOff(word: string): string[] {
  if (word.length < longWord || word.length > 24 || /[^a-z]/.test(word)) return []
  const all = new Set<string>()
  for (let at = 1; at <= word.length; at += 1)
    for (const spelling of spellingVariantsAt(word, at))
      if (!spelling.includes(' ')) all.add(spelling)
  return [...all]
}
