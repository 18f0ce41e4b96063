import confusables from 'unhomoglyph/data.json' with { type: 'json' }

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
 * Returns what readers remember of a text: its letters and digits, as a look-alike key. Texts that differ only in spaces,
 * dots, other signs, pictures or marks piled onto a letter get the same result. Signs and pictures are kept only if the
 * text has no letters or digits.
 */
export function significantCharacters(text: string): string {
  const look = lookAlikeKey(text.normalize('NFC').replaceAll(strayMarks, ''))
  return lookAlikeKey(look.replaceAll(besideLetters, '')) || look
}
