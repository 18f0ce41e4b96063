import { firstCharacters } from './characters.ts'

// Direction marks, which copied text often contains, and marks between words.
const hidden = String.raw`[\u061c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]`

// Letters of other scripts, and parts of emoji, can need joiners and word breaks between them.
const other = String.raw`(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\p{L}\p{M}\p{Extended_Pictographic}\ufe0f\u{1f3fb}-\u{1f3ff}]`
const joiner = String.raw`[\u200b-\u200d]`
const unneeded = new RegExp(`(?:${hidden}|(?<!${other})${joiner}|${joiner}(?!${other}))+`, 'gu')

/** Removes invisible characters, or writes `instead` for them, except those that a script or an emoji needs. */
export const withoutInvisibleCharacters = (text: string, instead = ''): string =>
  text.replace(unneeded, instead)

/** Returns one clean line of text, or null if nothing is left of it or its letters are broken. */
export function cleanText(value: unknown, maximum = 200): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const line = String(value)
    .slice(0, maximum * 4)
    .replace(/[\p{Cs}\p{Cc}]+/gu, ' ')
    .normalize('NFC')
  if (line.includes('\ufffd')) return null
  const clean = withoutInvisibleCharacters(line, ' ').replace(/\s+/gu, ' ').trim()
  return clean === '' ? null : firstCharacters(clean, maximum).trim()
}
