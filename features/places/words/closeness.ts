import { fold } from '../fold.ts'
import { formsOf } from './asked-words.ts'
import { isSlip, isSlipTwice } from './misspelt.ts'
import { bySound } from './sounds.server.ts'

/** Letters of other scripts, in which one letter says more and words aren't always separated. */
export const beyondLatin = /[\u0250-\uffff]/

/** What a word of the query is worth where it is found so. */
export const worth = {
  whole: 1,
  form: 0.97,
  begun: 0.9,
  slip: 0.8,
  within: 0.75,
  sound: 0.72,
  slipTwice: 0.7,
}

function wordCloseness(typed: string, word: string, forms: string[]): number {
  if (word === typed) return worth.whole
  if (forms.includes(word)) return worth.form
  if (word.startsWith(typed)) return worth.begun
  if (typed.length > 2 && isSlip(word, typed)) return worth.slip
  if (typed.length > 1 && word.includes(typed) && beyondLatin.test(typed)) return worth.within
  if (isSlipTwice(word, typed)) return worth.slipTwice
  return 0
}

export type Closeness = {
  /** For each word asked for, from 0 to 1, how surely the text has it. */
  found: number[]
  /** The share of the text that was asked for. */
  share: number
  /** The text is, or sounds like, what was asked for, spaces apart. */
  isWhole: boolean
}

/** How close a folded text is to the words asked for. */
export function closeness(words: string[], folded: string): Closeness {
  const own = folded.split(' ').filter(Boolean)
  const joined = own.join('')
  const asked = words.join('')
  const isWhole = joined !== '' && joined === asked
  if (isWhole || (joined !== '' && asked.length > 4 && isSlip(joined, asked)))
    return { found: words.map(() => (isWhole ? 1 : worth.slip)), share: 1, isWhole }
  const matches = words.map((_, index) => matchOf(words, index, own))
  const used = new Set(matches.flatMap(({ uses }) => uses))
  return {
    found: matches.map((match) => match.worth),
    share: own.length === 0 ? 0 : used.size / own.length,
    isWhole: false,
  }
}

/** How surely a word is in a text, and the words of the text that it is found in. */
type Match = { worth: number; uses: string[] }

function matchOf(words: string[], index: number, own: string[]): Match {
  const typed = words[index]!
  const alone = bestWord(typed, own)
  if (alone.worth >= worth.begun) return alone
  const other = writtenAsOne(words, index, own) ?? writtenAsSeveral(typed, own)
  return other ? { worth: other.worth, uses: [...alone.uses, ...other.uses] } : alone
}

function bestWord(typed: string, own: string[]): Match {
  const forms = formsOf(typed)
  let best: Match = { worth: 0, uses: [] }
  for (const word of own) {
    const close = wordCloseness(typed, word, forms)
    if (close > best.worth) best = { worth: close, uses: [word] }
  }
  return best
}

/** The text has this word and a neighbour as one: 'pizzahut' of 'pizza hut'. The last one may still be going on. */
function writtenAsOne(words: string[], index: number, own: string[]): Match | undefined {
  const typed = words[index]!
  const [next, before] = [words[index + 1], words[index - 1]]
  const pairs = [
    ...(next ? [{ text: typed + next, isLast: index === words.length - 2, isFirst: true }] : []),
    ...(before ? [{ text: before + typed, isLast: !next, isFirst: false }] : []),
  ]
  for (const { text, isLast, isFirst } of pairs) {
    // Where this is the second of the two words, the first has used the word already.
    if (own.includes(text)) return { worth: worth.form, uses: isFirst ? [text] : [] }
    const begun = isLast ? own.find((word) => word.startsWith(text)) : undefined
    if (begun) return { worth: worth.begun, uses: isFirst ? [begun] : [] }
  }
  return undefined
}

/** The text has this word in several parts: 'pizza hut' of 'pizzahut'. */
function writtenAsSeveral(typed: string, own: string[]): Match | undefined {
  if (typed.length <= 4) return undefined
  for (const [start, word] of own.entries()) {
    let run = word
    for (let end = start + 1; end < own.length && run.length < typed.length; end += 1) {
      run += own[end]!
      if (run === typed) return { worth: worth.form, uses: own.slice(start, end + 1) }
    }
  }
  return undefined
}

/** Whoever writes a name of several words completely doesn't mean a longer or a similar one. */
export const isNameOf = (words: string[], { isWhole, found }: Closeness) =>
  isWhole && words.length > 1 && found.every((part) => part >= worth.form)

/** The best of several names, folded here; those of other scripts also by their sound. */
export function closestOf(words: string[], names: (string | null)[]): Closeness {
  const all = names
    .filter((name) => name !== null)
    .flatMap((name) => {
      const written = closeness(words, fold(name))
      const sounds = bySound(words, name)
      if (!sounds) return [written]
      const { found, share } = closeness(sounds.words, sounds.name)
      return [written, { found: found.map((part) => part * worth.sound), share, isWhole: false }]
    })
  return all.reduce((best, other) => (total(other) > total(best) ? other : best))
}

/** How surely the text has all of the words, from 0 to 1. */
export const textScore = ({ found }: Pick<Closeness, 'found'>) =>
  found.reduce((sum, part) => sum + part, 0) / found.length

const total = (close: Closeness) => textScore(close) + close.share / 4 + (close.isWhole ? 1 : 0)
