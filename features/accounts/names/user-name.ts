import confusables from 'unhomoglyph/data.json' with { type: 'json' }

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
// Check marks, and a square root and a Tai Viet letter that look like one.
const badge = /[\u2713\u2714\u2611\u2705\u237b\u221a\u{1f5f8}\u{1f5f9}\u{1fbb1}\uaa9c]/u

// Letters in boxes and circles that NFKC leaves as they are. Beside other letters they look like a badge.
const enclosedLetter = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/u

/** Returns a name as it is stored and shown: in NFKC, trimmed, with runs of white space collapsed. */
export const normalizeName = (name: string) => name.normalize('NFKC').replace(/\s+/gu, ' ').trim()

/** Returns why a name can't be shown to others, or null. Takes a result of `normalizeName`. */
export function nameProblem(name: string): string | null {
  if (name === '') return 'Please fill this in.'
  if (Array.from(name).length > maxUserNameLength) return `At most ${maxUserNameLength} characters.`
  if (invisible.test(name)) return 'Has characters that can’t be shown.'
  if (piled.test(name) || bare.test(name) || !/[\p{L}\p{N}\p{So}]/u.test(name))
    return 'Please use letters or digits.'
  if (enclosedLetter.test(name) && /\p{L}/u.test(name))
    return 'A letter in a box or circle looks like a badge of this site. Please leave it out.'
  if (badge.test(name)) return 'A check mark looks like a badge of this site. Please leave it out.'
  return null
}

/** Version of the keys below. Increase it if they change; `recomputeNameKeys` then updates them at the next start. */
export const nameKeyVersion = 3

// Unicode's complete table of confusables (UTS 39), from a character to the one it is mistaken for.
const prototypes = new Map(Object.entries(confusables))

// Additions to Unicode's table, in pairs: a character, followed by the letter, digit or dash that it looks like.
const pairs =
  'ɜ3 ч4 Ч4 ʙb ƅb ςc Ꮸc Ꮄd ꞓe ɢg ᴀa ᗩa ᴅd ᴇe ꜰf ɪi ᴊj ᴋk ʟl ᴍm ' +
  'ɴn ᴘp ʀr ꜱs ʏy ᗪd ᗰm ᑎn ᖇr ᔕs ʜh ĸk ʍm πn ⴖn ᴛt μu ωw χx ー-'
const alsoLike = new Map(pairs.split(' ').map(([letter, like]) => [letter!, like!]))

// First code points of alphabets from A to Z: letters in boxes and circles, and the letters that form flag emoji.
const enclosed = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6]

const outOfItsBox = (letter: string) => {
  const code = letter.codePointAt(0)!
  const start = enclosed.find((first) => code >= first && code < first + 26)
  return start === undefined ? letter : String.fromCharCode(0x61 + code - start)
}

const skeleton = (text: string) =>
  Array.from(text.normalize('NFD'), (boxed) => {
    const letter = outOfItsBox(boxed)
    const like = prototypes.get(letter) ?? letter
    return alsoLike.get(like) ?? like
  })
    .join('')
    // Unicode's table reads some letters as n or f with a mark below, which readers overlook.
    .replaceAll(/(?<=n)\u0329|(?<=f)\u0326/g, '')
    .normalize('NFD')

const folded = (text: string) => text.toLowerCase().toUpperCase().toLowerCase()

/**
 * Returns a key that is the same for texts that look alike, in upper or lower case. Repeats the folding until the
 * result is stable.
 */
export function lookAlikeKey(text: string): string {
  let now = text
  for (let round = 0; round < 6; round++) {
    const next = folded(skeleton(now))
    if (next === now) break
    now = next
  }
  // 'I' looks like 'l' but its lower case is 'i', so 'l' and 'i' get the same key.
  return now.replaceAll('l', 'i').replaceAll('vv', 'w').normalize('NFC')
}

// Combining marks that belong to no single script and that NFC didn't merge into a letter, and invisible characters.
// The marks of a particular script, such as Devanagari's vowel signs, aren't matched.
const strayMarks = /[\p{M}&&\p{Script=Inherited}]|\p{Default_Ignorable_Code_Point}/gv
const besideLetters = /[^\p{L}\p{N}\p{M}]/gu

/**
 * Returns what readers remember of a name: its letters and digits, as a look-alike key. Names that differ only in
 * spaces, dots, other signs, pictures or marks piled onto a letter get the same result. Signs and pictures are kept
 * only if the name has no letters or digits.
 */
function significantCharacters(name: string): string {
  const look = lookAlikeKey(name.normalize('NFC').replaceAll(strayMarks, ''))
  return lookAlikeKey(look.replaceAll(besideLetters, '')) || look
}

/** Returns the key columns of a name. The first two must be unique. */
export function nameKeys(name: string) {
  const shown = normalizeName(name)
  return {
    user_name_key: significantCharacters(shown),
    user_name_caps_key: significantCharacters(shown.toUpperCase()),
    user_name_keyed_by: nameKeyVersion,
  }
}

export const nameConstraints = ['users_user_name_key_key', 'users_user_name_caps_key_key'] as const

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
