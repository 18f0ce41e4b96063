/** Invisible characters, except those that join or separate letters. */
const hidden = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu

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

/** Removes invisible characters, except those that a script needs. */
export function stripInvisibleCharacters(line: string): string {
  const plain = line.replace(hidden, ' ')
  if (!/[\u200b-\u200d]/.test(plain)) return plain
  const kept = new Set([...plain.matchAll(needed)].map(({ index }) => index))
  return plain.replace(/[\u200b-\u200d]/g, (sign, at: number) => (kept.has(at) ? sign : ' '))
}

/** Maps the characters that Windows-1252 has for the bytes 80 to 9f back to these bytes. */
const windows = new Map(
  Array.from({ length: 32 }, (_, index) => {
    const byte = 0x80 + index
    return [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte] as const
  }),
)
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Repairs UTF-8 text that was once read as Latin-1 or Windows-1252, such as 'CafÃ©' for 'Café'. If every character is a
 * byte of these encodings and the bytes are valid UTF-8, they are decoded again. Lone surrogates are replaced with
 * spaces.
 */
export function repairEncoding(line: string): string {
  const whole = line.isWellFormed() ? line : line.replace(/\p{Cs}/gu, ' ')
  if (!/[\u00c2-\u00f4]/.test(whole)) return whole
  const bytes: number[] = []
  for (const sign of whole) {
    const byte = windows.get(sign) ?? sign.codePointAt(0)!
    if (byte > 0xff) return whole
    bytes.push(byte)
  }
  try {
    return utf8.decode(Uint8Array.from(bytes))
  } catch {
    return whole
  }
}
