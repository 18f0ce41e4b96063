import { foldText } from '#domain/fold.ts'

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
