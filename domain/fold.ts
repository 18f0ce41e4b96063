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
export const foldText = (text: string) => (/^[ -~]*$/.test(text) ? foldAscii(text) : foldAny(text))

/** Folds ASCII characters, which most texts have only. */
const foldAscii = (text: string) =>
  text
    .replace(/['`"]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

const foldAny = (text: string) =>
  text
    .replace(sentenceSigns, ' ')
    .normalize('NFKD')
    // Kana with their voiced marks are letters of their own.
    .replace(/(?![\u3099\u309a])[\p{M}'’‘ʻʼ`´"\u200c\u200d]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => letters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
