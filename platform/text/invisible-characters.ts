/** Invisible characters that no text needs: direction marks, which copied text often contains, and marks between words. */
const hidden = /[\u061c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu

const joined =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}'
const parted =
  '\\p{Script=Khmer}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Myanmar}\\p{Script=Tibetan}'

/**
 * Matches invisible characters that a script or an emoji needs: joiners (U+200D), non-joiners (U+200C), word breaks.
 */
const needed = new RegExp(
  [
    `(?<=[${joined}\\p{M}])[\\u200c\\u200d](?=[${joined}\\p{M}])`,
    // Words in Malayalam can end with a virama and a joiner.
    '(?<=\\u0d4d)\\u200d(?![\\u200b-\\u200d])',
    '(?<=[\\p{Extended_Pictographic}\\ufe0f\\u{1f3fb}-\\u{1f3ff}])\\u200d(?=\\p{Extended_Pictographic})',
    // Scripts without spaces separate words with U+200B.
    `(?<=[${parted}\\p{M}])\\u200b(?=[${parted}])`,
  ].join('|'),
  'gu',
)

/** Removes invisible characters, or writes `instead` for them, except those that a script or an emoji needs. */
export function withoutInvisibleCharacters(text: string, instead = ''): string {
  const plain = text.replace(hidden, instead)
  if (!/[\u200b-\u200d]/.test(plain)) return plain
  const kept = new Set([...plain.matchAll(needed)].map(({ index }) => index))
  return plain.replace(/[\u200b-\u200d]/g, (sign, at: number) => (kept.has(at) ? sign : instead))
}
