import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '#platform/server/services.ts'
import { preparedStatementComment } from '#platform/server/database/database.ts'
import { spellingsOf } from './asked-words.ts'
import { nonLatinLetter } from './closeness.ts'
import { isOneLetterOff, isTwoLettersOff, slipsOf, spellingsOneLetterOff } from './misspelt.ts'
import { soundOfTypedWord } from './sounds.server.ts'
import type { WordSequence } from './word-query.ts'
import { type NarrowToWordsInUse, type WordKind, loadWordsInUse } from './words-in-use.server.ts'

/**
 * Maximum number of corrections tried for a misspelt word. Those with its first letter come first, then those in use for
 * longest, so that a new name doesn't replace them.
 */
const maxCorrections = 8
/**
 * Maximum number of words, then of words joined with the next one, that are looked up as misspelt by two letters. Each
 * has hundreds of spellings, and their lookup takes longer than in proportion to their number.
 */
const maxGuessed = 8
const maxParts = 6
const maxJoinedLength = 32

/**
 * Returns the words as typed, each in all its forms. `begins` says which of them may be beginnings of words: by default
 * the last one, because the user may still be typing it.
 */
export const toWordSequences = (
  words: string[],
  begins: 'last' | 'all' | 'none' = 'last',
): WordSequence[] => [
  words.map((word, index) => {
    const isLast = index === words.length - 1
    // A single letter can be a beginning only as the last of several words: 'Fuel F'.
    const mayGoOn = word.length > 1 || (isLast && words.length > 1)
    return {
      forms: spellingsOf(word),
      begins: mayGoOn && (begins === 'all' || (begins === 'last' && isLast)),
    }
  }),
]

/**
 * Returns several Latin words joined into one ('dingtaifeng' for 'ding tai feng'), because a name in a script without
 * spaces counts as one word.
 */
export const joinedWords = (words: string[]) =>
  words.length > 1 && words.every((word) => soundOfTypedWord(word) !== null) ? [words.join('')] : []

/**
 * Returns the words as typed, with the last one as a beginning. Returns an empty list if that finds no more than the
 * whole words do, or if the last word is so short that too many words begin with it.
 */
export function lastWordAsPrefix(
  words: string[],
  kinds: WordKind[],
  used: NarrowToWordsInUse,
): WordSequence[] {
  if (!isPrefixLongEnough(words.at(-1) ?? '')) return []
  const begun = used(toWordSequences(words), kinds)
  return isDeepStrictEqual(begun, used(toWordSequences(words, 'none'), kinds)) ? [] : begun
}

/**
 * True if a word is long enough to search everywhere for words beginning with it: too many begin with one or two
 * letters.
 */
export const isPrefixLongEnough = (word: string) => word.length > 2 || nonLatinLetter.test(word)

type Used = { word: string; kind: WordKind; sound: string | null }

/** Finds out what typed words may mean. Each database query runs once, even if several callers need its result. */
export function wordMeanings(database: Database, words: string[]) {
  let answer: Promise<NarrowToWordsInUse> | undefined
  const inUse = () => (answer ??= loadWordsInUse(database, [...words, ...joinedWords(words)]))
  const whole = remembered((words) =>
    wholeInUse(database, [...all(words), ...words.flatMap(piecesOf)]),
  )
  const near = {
    once: remembered((words) => {
      const sounds = words.flatMap((word) => soundOfTypedWord(word) ?? [])
      return slipsInUse(database, all(words).flatMap(slipsOf), sounds.flatMap(slipsOf))
    }),
    twice: remembered((words) =>
      slipsInUse(database, all(words).slice(0, maxGuessed).flatMap(spellingsOneLetterOff)),
    ),
  }
  return {
    inUse,

    /**
     * Returns sequences of words to search for, each a possible meaning of the typed words. One of them has, for each
     * typed word, its forms and the words in use that differ by one letter (with `twice`, from a long word by up to
     * two). A word that isn't in use and has no such correction is split into words in use, or completed if it is the
     * last one, or else left out. In the other sequences one word is split or two are joined.
     */
    async meant(
      words: string[],
      kinds: WordKind[],
      slips: keyof typeof near = 'once',
    ): Promise<WordSequence[]> {
      const [found, wholeWords, used] = await Promise.all([
        near[slips](words),
        whole(words),
        inUse(),
      ])
      const isMeant = slips === 'once' ? isOneLetterOff : isTwoLettersOff
      const corrections = new Map<string, string[]>()
      const correct = (word: string) => {
        const known = corrections.get(word)
        if (known) return known
        const sound = soundOfTypedWord(word)
        const isNearly = (used: Used) =>
          isMeant(used.word, word) || (sound && used.sound && isMeant(used.sound, sound))
        const near = of(
          kinds,
          found.filter((used) => used.word !== word && word.length > 2 && isNearly(used)),
        )
          .sort((a, b) => Number(b[0] === word[0]) - Number(a[0] === word[0]))
          .slice(0, maxCorrections)
        corrections.set(word, near)
        return near
      }
      const goesOn = (last: string) => used(toWordSequences([last]), kinds)[0] ?? null
      return asMeant(words, correct, new Set(of(kinds, wholeWords)), goesOn)
    },
  }
}
export type WordMeanings = ReturnType<typeof wordMeanings>

/** Caches the result per list of words. */
function remembered<T>(ask: (words: string[]) => Promise<T>) {
  const answers = new Map<string, Promise<T>>()
  return (words: string[]) => {
    const key = words.join(' ')
    const answer = answers.get(key) ?? ask(words)
    answers.set(key, answer)
    return answer
  }
}

const of = (kinds: WordKind[], rows: Used[]) => [
  ...new Set(rows.filter(({ kind }) => kinds.includes(kind)).map(({ word }) => word)),
]
const joinedIn = (words: string[]) => words.slice(1).map((word, index) => words[index]! + word)

/** Returns each word, and each word joined with the next one. */
const all = (words: string[]) => [...words, ...joinedIn(words)]

const slotOf = (part: string) => ({ forms: [part], begins: false })

/**
 * Returns the word sequences that were probably meant. `whole` has those of the words, and of their joins and parts,
 * that occur in names or addresses; `correct` returns similar words that occur; `goesOn` returns completions of a last
 * word that doesn't occur.
 */
function asMeant(
  words: string[],
  correct: (word: string) => string[],
  whole: Set<string>,
  goesOn: (last: string) => WordSequence | null,
): WordSequence[] {
  const meant = (word: string): WordSequence | null => {
    const forms = spellingsOf(word)
    const near = [...new Set([...forms, ...correct(word)])]
    if (forms.some((form) => whole.has(form)) || near.length > forms.length)
      return [{ forms: near, begins: false }]
    const parts = splitInto(word, whole)
    if (parts) return parts.map(slotOf)
    // The user may still be typing the last word.
    return word === words.at(-1) ? goesOn(word) : null
  }
  const understood = words.map(meant)
  // If half of the words or more are left out, the rest would mean something else.
  const isMost = understood.filter((slots) => slots !== null).length > words.length / 2
  const sequences: WordSequence[] = isMost ? [understood.flatMap((slots) => slots ?? [])] : []
  // Returns the sequence with `slots` in place of `count` words.
  const withSlots = (slots: WordSequence, from: number, count: number): WordSequence => [
    ...words.slice(0, from).flatMap((other) => meant(other) ?? []),
    ...slots,
    ...words.slice(from + count).flatMap((other) => meant(other) ?? []),
  ]
  // Also adds the split if the word has a correction, because 'pizzahut' may be close to another word as well.
  for (const [index, word] of words.entries()) {
    const parts = splitInto(word, whole)
    if (parts && parts.length > 1) sequences.push(withSlots(parts.map(slotOf), index, 1))
  }
  for (const [index, pair] of joinedIn(words).entries()) {
    // A correction that is one of the two words would leave the other out.
    const forms = whole.has(pair)
      ? [pair]
      : correct(pair).filter((form) => form !== words[index] && form !== words[index + 1])
    if (forms.length > 0) sequences.push(withSlots([{ forms, begins: false }], index, 2))
  }
  return sequences.filter((sequence) => sequence.length > 0)
}

async function slipsInUse(database: Database, slips: string[], soundSlips: string[] = []) {
  if (slips.length === 0) return []
  const { rows } = await sql<Used>`
    ${preparedStatementComment}
    select word, kind, sound from words_near(${[...new Set(slips)]}::text[], ${[...new Set(soundSlips)]}::text[])
     order by since`.execute(database)
  return rows
}

async function wholeInUse(database: Database, words: string[]) {
  const all = [...new Set(words.flatMap((word) => [word, ...spellingsOf(word)]))]
  const { rows } = await sql<Used>`
    ${preparedStatementComment}
    select distinct word, kind, sound from search_vocabulary where word = any (${all}::text[])`.execute(
    database,
  )
  return rows
}

/** Returns all substrings of a word, because it may consist of several words written as one. */
function piecesOf(word: string): string[] {
  if (word.length < 5 || word.length > maxJoinedLength) return []
  const pieces: string[] = []
  for (let start = 0; start < word.length; start += 1)
    for (let end = start + 1; end <= word.length; end += 1)
      if (end - start < word.length) pieces.push(word.slice(start, end))
  return pieces
}

/** Splits a word into as few words in use as possible; among equals the split whose shortest word is longest. */
function splitInto(word: string, inUse: Set<string>): string[] | null {
  if (word.length < 5 || word.length > maxJoinedLength) return null
  const best: (string[] | null)[] = [[]]
  for (let end = 1; end <= word.length; end += 1) {
    best[end] = null
    for (let start = 0; start < end; start += 1) {
      const before = best[start]
      const piece = word.slice(start, end)
      if (!before || before.length === maxParts || piece === word || !inUse.has(piece)) continue
      const parts = [...before, piece]
      if (isBetter(parts, best[end]!)) best[end] = parts
    }
  }
  return best[word.length] ?? null
}

const shortest = (parts: string[]) => Math.min(...parts.map(({ length }) => length))
const isBetter = (parts: string[], than: string[] | null) =>
  than === null ||
  parts.length < than.length ||
  (parts.length === than.length && shortest(parts) > shortest(than))
