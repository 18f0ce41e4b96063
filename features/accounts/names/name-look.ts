import confusables from 'unhomoglyph/data.json' with { type: 'json' }
import { shownName } from './display-name.ts'

/** Goes up whenever the keys below change: the next start computes them again for all (`rekeyNames`). */
export const keyedBy = 2

// Unicode's confusables, whole (UTS 39); they stand for what the letters are most often mistaken for.
const prototypes = new Map(Object.entries(confusables))

// Beyond Unicode's: small letters that look like the capital of a Latin one, and dashes.
const alsoLike = new Map(
  Object.entries({
    ɜ: '3',
    ч: '4',
    Ч: '4',
    ʙ: 'b',
    ƅ: 'b',
    ς: 'c',
    Ꮸ: 'c',
    Ꮄ: 'd',
    ꞓ: 'e',
    ɢ: 'g',
    ᴀ: 'a',
    ᗩ: 'a',
    ᴅ: 'd',
    ᴇ: 'e',
    ꜰ: 'f',
    ɪ: 'i',
    ᴊ: 'j',
    ᴋ: 'k',
    ʟ: 'l',
    ᴍ: 'm',
    ɴ: 'n',
    ᴘ: 'p',
    ʀ: 'r',
    ꜱ: 's',
    ʏ: 'y',
    ᗪ: 'd',
    ᗰ: 'm',
    ᑎ: 'n',
    ᖇ: 'r',
    ᔕ: 's',
    ʜ: 'h',
    ĸ: 'k',
    ʍ: 'm',
    π: 'n',
    ⴖ: 'n',
    ᴛ: 't',
    μ: 'u',
    ω: 'w',
    χ: 'x',
    ー: '-',
  }),
)

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
