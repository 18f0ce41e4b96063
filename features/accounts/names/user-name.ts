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

const staffWords =
  'admin administrator moderator mod support staff team official help security system yolo'.split(
    ' ',
  )

const plain = (text: string) => lookAlikeKey(text).normalize('NFD').replaceAll(/\p{M}/gu, '')

// Matches staff words and everything that looks like them, such as 'TheAdmin', 'Moderators' or 'YoloTeam'.
const reserved = new RegExp(`^(?:the|real|super)?(?:${staffWords.map(plain).join('|')})+s?$`, 'u')

/** Returns whether a word of a name, or all its letters together, is a staff word. */
export function isReserved(name: string): boolean {
  const words = plain(name).split(/\P{L}+/u)
  return [...words, words.join('')].some((word) => reserved.test(word))
}
