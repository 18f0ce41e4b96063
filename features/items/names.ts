import { isWithinEditDistance } from '#platform/text/differs-by.ts'
import { foldText } from '#features/places/fold.ts'
import { foodOf } from '#features/places/words/asked-words.ts'

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

/** A name with the words by which it is compared, so that they are folded once for many comparisons. */
export type ReadName = { name: string; words: string[]; telling: string[] }

export function readName(name: string): ReadName {
  const words = plainWords(name)
  return { name, words, telling: words.filter(isTelling) }
}

/** Returns whether two names probably mean the same dish. */
export const isSimilarName = (one: string, other: string) =>
  likeness(readName(one), readName(other)) !== null

/**
 * Returns what makes two names probably mean the same dish, or null: `spelling` if they differ only in accents, spaces,
 * hyphens, word order, singular and plural, small words such as 'with' or other words for the same ('nite'); `typo` if
 * the words that they don't share differ by a typo (docs/decisions/0058).
 */
export function likeness(one: ReadName, other: ReadName): 'spelling' | 'typo' | null {
  if (one.words.length === 0 || other.words.length === 0)
    return nameKey(one.name) === nameKey(other.name) ? 'spelling' : null
  if (one.words.join('') === other.words.join('')) return 'spelling'
  const a = without(one.telling, other.telling).join('')
  const b = without(other.telling, one.telling).join('')
  if (a === b && one.telling.length > 0) return 'spelling'
  const slips = slipsIn(Math.max(a.length, b.length))
  // A typo is hardly ever in the first letter: 'Cherry' isn't 'Sherry'.
  const isTypo =
    slips > 0 && a[0] === b[0] && digits(a) === digits(b) && isWithinEditDistance(a, b, slips)
  return isTypo ? 'typo' : null
}

/** What has been typed so far, folded once for many names. */
export type TypedName = ReturnType<typeof readTypedName>

export function readTypedName(text: string) {
  const folded = foldText(text)
  const withAt = folded.indexOf(' with ')
  return {
    key: nameKey(text),
    whole: readName(text),
    joined: folded.replaceAll(' ', ''),
    parts: folded.split(' ').map((word) => ({ begins: singular(word), same: plain(word) })),
    beforeWith: withAt === -1 ? null : readName(folded.slice(0, withAt)),
  }
}

/**
 * Returns how near a name is to what has been typed so far: 0 is the nearest, null is not near. The typed text may be
 * the beginning of the name or of some of its words, the name's beginning with a typo, or the whole name followed by
 * 'with …'.
 */
export function nameDistance(typed: TypedName, name: string): number | null {
  if (typed.key === nameKey(name)) return 0
  const read = readName(name)
  if (likeness(typed.whole, read) !== null) return 1
  const folded = foldText(name)
  const [joinedA, joinedB] = [typed.joined, folded.replaceAll(' ', '')]
  if (joinedA.length < 2 || read.words.length === 0) return null
  if (joinedB.startsWith(joinedA)) return 2
  const words = [...folded.split(' '), ...read.words]
  const hasPart = ({ begins, same }: TypedName['parts'][number]) =>
    words.some((word) => word === same || word.startsWith(begins))
  if (typed.parts.every(hasPart)) return 3
  const slips = slipsIn(joinedA.length)
  // If a letter is missing or extra, the beginning of the name is longer or shorter than the typed text.
  for (let more = -slips; slips > 0 && more <= slips; more++) {
    const beginning = joinedB.slice(0, joinedA.length + more)
    if (digits(joinedA) === digits(beginning) && isWithinEditDistance(joinedA, beginning, slips))
      return 4
  }
  return typed.beforeWith && likeness(typed.beforeWith, read) !== null ? 5 : null
}

/**
 * Returns how many typos a name of this length may have. A short name may have none: 'Ham' isn't 'Jam'. The callers
 * require equal digits, because '#4' isn't '#5'.
 */
function slipsIn(letters: number) {
  if (letters >= 9) return 2
  return letters >= 5 ? 1 : 0
}

const plain = (word: string) => foodOf(word) ?? singular(word)
const plainWords = (name: string) => foldText(name).split(' ').filter(Boolean).map(plain)

const smallWords = new Set('a and de du in la of on our per the with'.split(' '))
const isTelling = (word: string) => !smallWords.has(word)

/** Returns the words that `others` lacks, in their order. A word that occurs twice must occur twice in `others` too. */
function without(words: string[], others: string[]): string[] {
  const counts = new Map<string, number>()
  for (const word of others) counts.set(word, (counts.get(word) ?? 0) + 1)
  return words.filter((word) => {
    const count = counts.get(word) ?? 0
    counts.set(word, count - 1)
    return count <= 0
  })
}

/** Returns the singular: 'taco' for 'tacos', 'fry' for 'fries', 'sandwich' for 'sandwiches'. */
function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss')) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return /(?:ch|sh|x|ss|o)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1)
}

const digits = (text: string) => text.replace(/\D+/g, ' ').trim()
