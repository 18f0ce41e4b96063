const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
}

/**
 * Arabic signs that stand for a sentence. They are left out, because NFKD makes up to 18 letters and 4 words of one, so
 * that comparing a short text of them would hold the thread. No other sign becomes more than 6 letters.
 */
export const sentenceSigns = /[\ufdfa\ufdfb]/g

/** Returns text in the form used for comparison: no accents, lower case, no punctuation, single spaces. */
export const foldText = (text: string) =>
  text
    .replace(sentenceSigns, ' ')
    .normalize('NFKD')
    .replace(/[\p{M}'’‘ʻʼ`´"\u200c\u200d]/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => letters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Returns whether each word of what was typed begins a word of the text. Both are folded. */
export function hasTypedWords(text: string, typed: string): boolean {
  const words = ` ${text}`
  return typed.split(' ').every((word) => words.includes(` ${word}`))
}

const short: Record<string, string> = { st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' }

/** Folds a city's name and spells out abbreviations, so that 'St. Paul' equals 'Saint Paul'. */
export const foldCity = (text: string) =>
  foldText(text).replace(/(?<![^ ])(?:ste?|ft|mt)(?![^ ])/g, (word) => short[word] ?? word)

export const slugOf = (...parts: string[]) => {
  const folded = parts.map((part) => foldText(part).replace(/[^a-z0-9]+/g, '-')).filter(Boolean)
  return folded.join('-').replace(/^-+|-+$/g, '')
}
