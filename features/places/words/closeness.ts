import { foldText } from '../fold.ts'
import { maxComparedWords, spellingsOf } from './asked-words.ts'
import { isOneLetterOff, isTwoLettersOff } from './misspelt.ts'
import { soundsForComparison } from './sounds.server.ts'

/** Matches letters of other scripts, in which a single letter can be a word and words aren't always separated. */
export const nonLatinLetter = /[\u0250-\uffff]/

/** Value of a query word from 0 to 1, by the way in which a text contains it. */
export const matchScores = {
  whole: 1,
  form: 0.97,
  beginning: 0.9,
  oneLetterOff: 0.8,
  contained: 0.75,
  sound: 0.72,
  twoLettersOff: 0.7,
}

function wordCloseness(typed: string, word: string, forms: string[]): number {
  if (word === typed) return matchScores.whole
  if (forms.includes(word)) return matchScores.form
  if (word.startsWith(typed)) return matchScores.beginning
  if (typed.length > 2 && isOneLetterOff(word, typed)) return matchScores.oneLetterOff
  if (typed.length > 1 && word.includes(typed) && nonLatinLetter.test(typed))
    return matchScores.contained
  if (isTwoLettersOff(word, typed)) return matchScores.twoLettersOff
  return 0
}

export type TextMatch = {
  /** For each query word, how surely the text contains it, from 0 to 1. */
  found: number[]
  /** Share of the text's words that match a query word, from 0 to 1. */
  share: number
  /** True if the whole text equals the query, apart from spaces. */
  isWhole: boolean
}

/** Returns how close a folded text is to the words of the query. */
export function matchText(words: string[], folded: string): TextMatch {
  const own = folded.split(' ').filter(Boolean).slice(0, maxComparedWords)
  const joined = own.join('')
  const asked = words.join('')
  const isWhole = joined !== '' && joined === asked
  if (isWhole || (joined !== '' && asked.length > 4 && isOneLetterOff(joined, asked)))
    return { found: words.map(() => (isWhole ? 1 : matchScores.oneLetterOff)), share: 1, isWhole }
  const matches = words.map((_, index) => matchOf(words, index, own))
  const used = new Set(matches.flatMap(({ uses }) => uses))
  return {
    found: matches.map((match) => match.worth),
    share: own.length === 0 ? 0 : used.size / own.length,
    isWhole: false,
  }
}

/** How surely a text contains a query word, and the words of the text that match it. */
type Match = { worth: number; uses: string[] }

function matchOf(words: string[], index: number, own: string[]): Match {
  const typed = words[index]!
  const alone = bestWord(typed, own)
  if (alone.worth >= matchScores.beginning) return alone
  const other = writtenAsOne(words, index, own) ?? writtenAsSeveral(typed, own)
  return other ? { worth: other.worth, uses: [...alone.uses, ...other.uses] } : alone
}

function bestWord(typed: string, own: string[]): Match {
  const forms = spellingsOf(typed)
  let best: Match = { worth: 0, uses: [] }
  for (const word of own) {
    const close = wordCloseness(typed, word, forms)
    if (close > best.worth) best = { worth: close, uses: [word] }
  }
  return best
}

/**
 * Matches a word and its neighbor written as one: 'pizzahut' for 'pizza hut'. The last word may be only a beginning.
 */
function writtenAsOne(words: string[], index: number, own: string[]): Match | undefined {
  const typed = words[index]!
  const [next, before] = [words[index + 1], words[index - 1]]
  const pairs = [
    ...(next ? [{ text: typed + next, isLast: index === words.length - 2, isFirst: true }] : []),
    ...(before ? [{ text: before + typed, isLast: !next, isFirst: false }] : []),
  ]
  for (const { text, isLast, isFirst } of pairs) {
    // If this is the second word of the pair, the first one has already counted the text's word as used.
    if (own.includes(text)) return { worth: matchScores.form, uses: isFirst ? [text] : [] }
    const begun = isLast ? own.find((word) => word.startsWith(text)) : undefined
    if (begun) return { worth: matchScores.beginning, uses: isFirst ? [begun] : [] }
  }
  return undefined
}

/** Matches a word that the text has in several parts: 'pizza hut' for 'pizzahut'. */
function writtenAsSeveral(typed: string, own: string[]): Match | undefined {
  if (typed.length <= 4) return undefined
  for (const [start, word] of own.entries()) {
    let run = word
    for (let end = start + 1; end < own.length && run.length < typed.length; end += 1) {
      run += own[end]!
      if (run === typed) return { worth: matchScores.form, uses: own.slice(start, end + 1) }
    }
  }
  return undefined
}

/** True if the query is a complete name of several words: then the user doesn't mean a longer or similar name. */
export const isFullNameMatch = (words: string[], { isWhole, found }: TextMatch) =>
  isWhole && words.length > 1 && found.every((part) => part >= matchScores.form)

/** Returns the closeness of the best of several names. Names in other scripts are also compared by their sound. */
export function bestTextMatch(words: string[], names: (string | null)[]): TextMatch {
  const all = names
    .filter((name) => name !== null)
    .flatMap((name) => {
      const written = matchText(words, foldText(name))
      const sounds = soundsForComparison(words, name)
      if (!sounds) return [written]
      const { found, share } = matchText(sounds.words, sounds.name)
      return [
        written,
        { found: found.map((part) => part * matchScores.sound), share, isWhole: false },
      ]
    })
  return all.reduce((best, other) => (total(other) > total(best) ? other : best))
}

/** Returns how surely the text contains all the words, from 0 to 1. */
export const averageMatch = ({ found }: Pick<TextMatch, 'found'>) =>
  found.reduce((sum, part) => sum + part, 0) / found.length

const total = (close: TextMatch) => averageMatch(close) + close.share / 4 + (close.isWhole ? 1 : 0)
