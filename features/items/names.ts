import { differsBy } from '#platform/text/differs-by.ts'
import { fold } from '#features/places/fold.ts'

/**
 * What makes two names of dishes one (rules: item names): NFKC, case-folded, invisible characters out,
 * trimmed, spaces collapsed. Upper case first, so that 'ß' meets 'SS' and 'ς' meets 'σ'.
 */
export const nameKey = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/ς/gu, 'σ')
    // Blank Braille is a space to the eye.
    .replace(/[\s\u2800]+/gu, ' ')
    .trim()

/** Whether a person may have meant the same dish: accents, spaces, word order, one or many, a slip of the finger. */
export function isNear(one: string, other: string): boolean {
  const a = plain(one)
  const b = plain(other)
  if (!a || !b) return nameKey(one) === nameKey(other)
  const words = (text: string) => text.split(' ').sort().join(' ')
  const [joinedA, joinedB] = [a.replaceAll(' ', ''), b.replaceAll(' ', '')]
  if (joinedA === joinedB || words(a) === words(b)) return true
  const slips = slipsIn(Math.min(joinedA.length, joinedB.length))
  return slips > 0 && digits(a) === digits(b) && differsBy(joinedA, joinedB, slips)
}

/**
 * How near a name is to what has been typed so far: 0 is the nearest, null is not near. What is typed
 * may be the beginning of a name, of each of its words, or that with a slip.
 */
export function nearness(typed: string, name: string): number | null {
  if (nameKey(typed) === nameKey(name)) return 0
  if (isNear(typed, name)) return 1
  const a = fold(typed)
  const b = plain(name)
  const [joinedA, joinedB] = [a.replaceAll(' ', ''), fold(name).replaceAll(' ', '')]
  if (joinedA.length < 2 || !b) return null
  if (joinedB.startsWith(joinedA)) return 2
  const words = b.split(' ')
  if (a.split(' ').every((word) => words.some((other) => other.startsWith(singular(word)))))
    return 3
  const slips = slipsIn(joinedA.length)
  // With a letter left out or too many the beginning is longer or shorter than what is typed.
  for (let more = -slips; slips > 0 && more <= slips; more++) {
    const beginning = joinedB.slice(0, joinedA.length + more)
    if (digits(joinedA) === digits(beginning) && differsBy(joinedA, beginning, slips)) return 4
  }
  return null
}

/** A short name leaves no room for slips: 'Ham' isn't 'Jam'. Nor do numbers: '#4' isn't '#5'. */
function slipsIn(letters: number) {
  if (letters >= 9) return 2
  return letters >= 5 ? 1 : 0
}

const plain = (name: string) => fold(name).split(' ').map(singular).join(' ')

/** 'tacos' and 'taco', 'fries' and 'fry', 'sandwiches' and 'sandwich'. */
function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss')) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return /(?:ch|sh|x|ss|o)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1)
}

const digits = (text: string) => text.replace(/\D+/g, ' ').trim()
