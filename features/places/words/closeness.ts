import { fold } from '../fold.ts'
import { formsOf } from './asked-words.ts'
import { isSlip, isSlipTwice } from './misspelt.ts'
import { heard } from './sounds.server.ts'

/** Letters past the Latin ones: of scripts in which a letter says more, and words aren't always parted. */
export const beyondLatin = /[\u0250-\uffff]/

/** What a word of the query is worth where it is found so. */
export const worth = {
  whole: 1,
  form: 0.97,
  begun: 0.9,
  slip: 0.8,
  within: 0.75,
  heard: 0.72,
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
  if (joined !== '' && (joined === asked || (asked.length > 4 && isSlip(joined, asked))))
    return {
      found: words.map(() => (joined === asked ? 1 : worth.slip)),
      share: 1,
      isWhole: joined === asked,
    }
  const used = new Set<string>()
  const found = words.map((typed, index) => {
    const forms = formsOf(typed)
    let best = 0
    let by = ''
    for (const word of own) {
      const close = wordCloseness(typed, word, forms)
      if (close > best) [best, by] = [close, word]
    }
    if (best > 0) used.add(by)
    if (best >= worth.begun) return best
    // Written as one here and as two there, or the other way round.
    const [next, before] = [words[index + 1], words[index - 1]]
    if (next && own.some((word) => word === typed + next && used.add(word))) return worth.form
    const mayGoOn = (word: string) => word.startsWith(typed + next) && used.add(word)
    if (next && index === words.length - 2 && own.some(mayGoOn)) return worth.begun
    if (before && own.includes(before + typed)) return worth.form
    if (before && index === words.length - 1 && own.some((word) => word.startsWith(before + typed)))
      return worth.begun
    if (typed.length > 4)
      for (const [at, word] of own.entries()) {
        let run = word
        for (let end = at + 1; end < own.length && run.length < typed.length; end += 1) {
          run += own[end]!
          if (run === typed) {
            for (const part of own.slice(at, end + 1)) used.add(part)
            return worth.form
          }
        }
      }
    return best
  })
  return { found, share: own.length === 0 ? 0 : used.size / own.length, isWhole: false }
}

/** A name of several words that is written whole: nobody means another that goes on or is spelt nearly so. */
export const isNameOf = (words: string[], { isWhole, found }: Closeness) =>
  isWhole && words.length > 1 && found.every((one) => one >= worth.form)

/** The best of several names, folded here; those of other scripts also by their sound. */
export function closestOf(words: string[], names: (string | null)[]): Closeness {
  const all = names
    .filter((name) => name !== null)
    .flatMap((name) => {
      const written = closeness(words, fold(name))
      const sounded = heard(words, name)
      if (!sounded) return [written]
      const { found, share } = closeness(sounded.words, sounded.name)
      return [written, { found: found.map((one) => one * worth.heard), share, isWhole: false }]
    })
  return all.reduce((best, one) => (total(one) > total(best) ? one : best))
}

const total = ({ found, share, isWhole }: Closeness) =>
  found.reduce((sum, one) => sum + one, 0) / found.length + share / 4 + (isWhole ? 1 : 0)
