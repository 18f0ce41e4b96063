import { isWithinEditDistance } from '#platform/text/differs-by.ts'
import { foldText } from '#domain/fold.ts'

/**
 * Returns the key of a dish's name. Names with the same key are the same dish (rules: item names). The key is the name
 * in NFKC, case-folded, without invisible characters, trimmed, and with spaces collapsed. It is converted to upper case
 * first, so that 'ß' equals 'SS'. 'ς' is replaced with 'σ'.
 */
export const nameKey = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/ς/gu, 'σ')
    // U+2800, the blank Braille pattern, looks like a space.
    .replace(/[\s\u2800]+/gu, ' ')
    .trim()

/** Returns whether two names probably mean the same dish: they differ in spelling, in the order of words or by a typo. */
export const isSimilarName = (one: string, other: string) => likeness(one, other) !== null

/** Returns 1 if two names differ only in accents, spaces, plurals or the order of words, 2 if by a typo, else null. */
function likeness(one: string, other: string): 1 | 2 | null {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  if (a.length === 0 || b.length === 0) return nameKey(one) === nameKey(other) ? 1 : null
  if (a.join('') === b.join('') || a.toSorted().join(' ') === b.toSorted().join(' ')) return 1
  return isTypo(without(a, b), without(b, a)) ? 2 : null
}

/** Returns the words that the other name lacks, joined. */
function without(words: string[], others: string[]): string {
  const known = new Set(others)
  return words.filter((word) => !known.has(word)).join('')
}

/**
 * Names with other digits are never alike: '#4' isn't '#5'. Short ones may have no typo: 'Ham' isn't 'Jam'. A typo is
 * hardly ever in the first letter: 'Lobster' isn't 'Oyster'.
 */
function isTypo(one: string, other: string): boolean {
  const letters = Math.max(one.length, other.length)
  const slips = letters >= 9 ? 2 : Number(letters >= 5)
  if (slips === 0 || one[0] !== other[0] || digits(one) !== digits(other)) return false
  return isWithinEditDistance(one, other, slips)
}

/**
 * Returns how near a name is to what has been typed so far: 0 is the nearest, Infinity is not near. The typed text may
 * be the beginning of the name or of some of its words, or contain a typo.
 */
export function nameDistance(typed: string, name: string): number {
  if (nameKey(typed) === nameKey(name)) return 0
  const alike = likeness(typed, name)
  if (alike !== null) return alike
  const [begun, whole] = [foldText(typed), foldText(name)]
  const joined = begun.replaceAll(' ', '')
  if (joined.length < 2) return Infinity
  const beginning = whole.replaceAll(' ', '').slice(0, joined.length)
  if (beginning === joined) return 3
  const words = whole.split(' ')
  const hasAll = begun.split(' ').every((part) => words.some((word) => word.startsWith(part)))
  if (hasAll) return 4
  return isTypo(joined, beginning) ? 5 : Infinity
}

const smallWords = new Set('a and de du in la of on our per the with'.split(' '))
const wordsOf = (name: string) =>
  foldText(name)
    .split(' ')
    .filter((word) => word !== '' && !smallWords.has(word))
    .map(singular)

/** Returns the singular: 'taco' for 'tacos', 'fry' for 'fries', 'sandwich' for 'sandwiches'. */
function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss')) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return /(?:ch|sh|x|ss|o)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1)
}

const digits = (text: string) => text.replace(/\D+/g, ' ').trim()
