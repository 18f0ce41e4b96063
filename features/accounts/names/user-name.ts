import { withoutInvisibleCharacters } from '#platform/text/invisible-characters.ts'
import { lookAlikeKey, significantCharacters } from '#platform/text/look-alike.ts'

export const maxUserNameLength = 50

// Control, private and unassigned characters, bidi and zero-width ones, fillers and blank Braille.
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
const piled = /\p{M}{3}/u
/**
 * Matches characters that look like C, f, i and l but that NFKC turns into something else, and Roman numerals, which it
 * turns into the letters that they look like.
 */
export const changedByNfkc = /[\u03f9\u017f\u037a\uffe8\u2160-\u2188]/u
// A combining mark without a letter before it. NFKC turns some characters that look like letters into a space and such
// a mark.
const bare = /(^|\s)\p{M}/u
/**
 * Returns a name as it is stored and shown: in NFKC, trimmed, with runs of white space collapsed, without the direction
 * marks that were copied along.
 */
export const normalizeName = (name: string) =>
  withoutInvisibleCharacters(name.normalize('NFKC')).replace(/\s+/gu, ' ').trim()

/** Returns why a name can't be shown to others, or null. Takes a result of `normalizeName`. */
export function nameProblem(name: string): string | null {
  if (name === '') return 'Please fill this in.'
  if (Array.from(name).length > maxUserNameLength) return `At most ${maxUserNameLength} characters.`
  if (invisible.test(name)) return 'Has characters that can’t be shown.'
  if (piled.test(name) || bare.test(name) || !/[\p{L}\p{N}\p{So}]/u.test(name))
    return 'Please use letters or digits.'
  return null
}

/** Returns the key columns of a name. Both must be unique. */
export function nameKeys(name: string) {
  const shown = normalizeName(name)
  return {
    user_name_key: significantCharacters(shown),
    user_name_caps_key: significantCharacters(shown.toUpperCase()),
  }
}

/** Returns whether a write failed because somebody has the name, or one that looks like it. */
export const violatesName = (error: unknown): boolean =>
  ['users_user_name_key_key', 'users_user_name_caps_key_key'].includes(
    (error as { constraint?: string } | null)?.constraint ?? '',
  )

/** Reserved words, including everything that looks like them, so that nobody can pose as staff of the site. */
const staffWords =
  'admin administrator moderator mod support staff team official help security system yolo'.split(
    ' ',
  )

const plain = (text: string) => lookAlikeKey(text).normalize('NFD').replaceAll(/\p{M}/gu, '')

const wordsOf = (text: string) => plain(text).split(/[^\p{L}\p{N}]+/u)

/** Joins all letters and digits of a text, to find 'A.d.m.i.n', 'Yo lo' or 'Ad-min'. */
const joined = (text: string) => [wordsOf(text).join('')]

/** Digits and signs that are read as letters, as in '4dmin' or 'st4ff'. */
const digits = new Map(
  '0o 1i 3e 4a 5s 7t @a $s'.split(' ').map(([digit, letter]) => [digit!, letter!]),
)
const digitsRead = (text: string) => text.replaceAll(/[013457@$]/g, (digit) => digits.get(digit)!)

const prefixes = ['the', 'real', 'sys', 'super'].map(plain).join('|')
// Matches one or more staff words in one word, with an optional prefix or plural s, such as 'TheAdmin' or 'Moderators'.
const reserved = new RegExp(`^(?:${prefixes})?(?:${staffWords.map(plain).join('|')})+s?$`, 'u')

/**
 * Names that are reserved as a whole: an operator's, and those that look like a member who isn't there. 'Root Beer Ann'
 * is somebody's own.
 */
const wholeNames =
  'root superuser owner siteowner websiteowner webmaster operator member user deletedmember deleteduser null undefined'
const wholeName = new RegExp(
  `^(?:${prefixes})?(?:${wholeNames.split(' ').map(plain).join('|')})s?$`,
  'u',
)

/**
 * Returns whether a name is reserved. Reads digits both as letters ('adm1n') and as a number next to a word ('admin1').
 */
export function isReserved(name: string): boolean {
  const read = digitsRead(name)
  const spellings = [name, name.toUpperCase(), name.replaceAll(/\p{N}+/gu, ' '), read]
  const whole = [name, read].flatMap(joined)
  return (
    [...spellings.flatMap(wordsOf), ...whole].some((word) => reserved.test(word)) ||
    whole.some((word) => wholeName.test(word))
  )
}
