import confusables from 'unhomoglyph/data.json' with { type: 'json' }

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

/** Goes up whenever the keys below change: the next start computes them again for all (`rekeyNames`). */
export const keyedBy = 2

// Unicode's confusables, whole (UTS 39); they stand for what the letters are most often mistaken for.
const prototypes = new Map(Object.entries(confusables))

// Beyond Unicode's: letters that look like the capital of a Latin one, and dashes, each before what it is read as.
const pairs =
  'ɜ3 ч4 Ч4 ʙb ƅb ςc Ꮸc Ꮄd ꞓe ɢg ᴀa ᗩa ᴅd ᴇe ꜰf ɪi ᴊj ᴋk ʟl ᴍm ' +
  'ɴn ᴘp ʀr ꜱs ʏy ᗪd ᗰm ᑎn ᖇr ᔕs ʜh ĸk ʍm πn ⴖn ᴛt μu ωw χx ー-'
const alsoLike = new Map(pairs.split(' ').map(([letter, like]) => [letter!, like!]))

// Letters in boxes and circles, and those that flags are made of: each a run from A to Z.
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
    // Hooks that Unicode sees under these and a reader doesn't.
    .replaceAll(/(?<=n)\u0329|(?<=f)\u0326/g, '')
    .normalize('NFD')

const folded = (text: string) => text.toLowerCase().toUpperCase().toLowerCase()

/** Texts that look alike, in whatever case, have the same: small letters of skeletons until nothing changes. */
export function look(text: string): string {
  let now = text
  for (let round = 0; round < 6; round++) {
    const next = folded(skeleton(now))
    if (next === now) break
    now = next
  }
  // 'I' looks like 'l' and is an 'i'.
  return now.replaceAll('l', 'i').replaceAll('vv', 'w').normalize('NFC')
}

/** The columns under which a name is unique. */
export function nameKeys(name: string) {
  const shown = shownName(name)
  return {
    user_name_key: look(shown),
    user_name_caps_key: look(shown.toUpperCase()),
    user_name_keyed_by: keyedBy,
  }
}

export const nameConstraints = ['users_user_name_key_key', 'users_user_name_caps_key_key'] as const

/** Nobody may pass for the people who run the site: kept as whole wordsOf, and whatever looks like them. */
const staffWords =
  'admin administrator moderator mod support staff team official help security system yolo'.split(
    ' ',
  )

const plain = (text: string) => look(text).normalize('NFD').replaceAll(/\p{M}/gu, '')

const wordsOf = (text: string) => plain(text).split(/[^\p{L}\p{N}]+/u)

/** 'A.d.m.i.n', 'Yo lo', 'Ad-min': the letters without what stands between them. */
const joined = (text: string) => [wordsOf(text).join('')]

/** '4dmin', 'st4ff': digits and signs that are read as letters. */
const digits = new Map(
  '0o 1i 3e 4a 5s 7t @a $s'.split(' ').map(([digit, letter]) => [digit!, letter!]),
)
const digitsRead = (text: string) => text.replaceAll(/[013457@$]/g, (digit) => digits.get(digit)!)

const prefixes = ['the', 'real', 'sys', 'super'].map(plain).join('|')
// One of them, or several in one word; 'TheAdmin', 'Moderators'.
const reserved = new RegExp(`^(?:${prefixes})?(?:${staffWords.map(plain).join('|')})+s?$`, 'u')

/** Digits at a word may be letters ('adm1n') or a number beside it ('admin1'). */
export function isReserved(name: string): boolean {
  const read = digitsRead(name)
  const spellings = [name, name.toUpperCase(), name.replaceAll(/\p{N}+/gu, ' '), read]
  return [...spellings.flatMap(wordsOf), ...[name, read].flatMap(joined)].some((word) =>
    reserved.test(word),
  )
}
