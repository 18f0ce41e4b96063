import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '#platform/server/services.ts'
import { prepared } from '#platform/server/database.ts'
import { formsOf } from './asked-words.ts'
import { isSlip, slipsOf } from './misspelt.ts'
import type { Sequence } from './word-query.ts'
import type { InUse, Kind } from './words-in-use.server.ts'

/** At most so many words are tried for one that is misspelt. */
const mostCorrections = 8
const mostParts = 6
const longestJoined = 32

/** As typed: every form of every word; the last one, which may still be going on, by its beginning. */
export const asTyped = (words: string[], begins: 'last' | 'all' | 'none' = 'last'): Sequence[] => [
  words.map((word, index) => ({
    forms: begins === 'all' ? [...new Set([word, ...formsOf(word)])] : formsOf(word),
    begins:
      (begins === 'all' || (begins === 'last' && index === words.length - 1)) && word.length > 1,
  })),
]

/** As typed with its last word going on; nothing where that finds no more than the words as they stand. */
export function asBegun(words: string[], kinds: Kind[], used: InUse): Sequence[] {
  const begun = used(asTyped(words), kinds)
  return isDeepStrictEqual(begun, used(asTyped(words, 'none'), kinds)) ? [] : begun
}

/**
 * The same with what may have been meant: words that differ by one letter, two words written as one, one written
 * as two, all of them words that are in use. Words that nobody uses and nobody can have meant are left out.
 */
export async function asMeant(
  database: Database,
  words: string[],
  kinds: Kind[],
  used: InUse,
): Promise<Sequence[]> {
  const joined = words.slice(1).map((word, index) => words[index]! + word)
  const pieces = words.flatMap(piecesOf)
  const [near, whole] = await Promise.all([
    slipsInUse(database, [...words, ...joined], kinds),
    inUse(database, [...words, ...joined, ...pieces], kinds),
  ])
  const correct = (word: string) =>
    near
      .filter((one) => one !== word && word.length > 2 && isSlip(one, word))
      .sort((a, b) => Number(b[0] === word[0]) - Number(a[0] === word[0]))
      .slice(0, mostCorrections)
  const meant = (word: string): Sequence | null => {
    const forms = formsOf(word)
    const known = [...new Set([...forms, ...correct(word)])]
    if (forms.some((form) => whole.has(form)) || known.length > forms.length)
      return [{ forms: known, begins: false }]
    const parts = splitInto(word, whole)
    if (parts) return parts.map((part) => ({ forms: [part], begins: false }))
    // The last one may still be going on.
    return word === words.at(-1) ? (used(asTyped([word]), kinds)[0] ?? null) : null
  }
  const understood = words.map(meant)
  // What is left of two words without one is something else.
  const isMost = understood.filter((one) => one !== null).length > words.length / 2
  const sequences: Sequence[] = isMost ? [understood.flatMap((one) => one ?? [])] : []
  // 'pizzahut' may be near some other word as well.
  for (const [index, word] of words.entries()) {
    const parts = splitInto(word, whole)
    if (parts && parts.length > 1)
      sequences.push([
        ...words.slice(0, index).flatMap((other) => meant(other) ?? []),
        ...parts.map((part) => ({ forms: [part], begins: false })),
        ...words.slice(index + 1).flatMap((other) => meant(other) ?? []),
      ])
  }
  for (const [index, pair] of joined.entries()) {
    const forms = whole.has(pair) ? [pair] : correct(pair)
    if (forms.length > 0)
      sequences.push([
        ...words.slice(0, index).flatMap((other) => meant(other) ?? []),
        { forms, begins: false },
        ...words.slice(index + 2).flatMap((other) => meant(other) ?? []),
      ])
  }
  return sequences.filter((sequence) => sequence.length > 0)
}

async function slipsInUse(database: Database, words: string[], kinds: Kind[]) {
  const slips = [...new Set(words.flatMap(slipsOf))]
  const { rows } = await sql<{ word: string }>`
    ${prepared}
    select distinct word from search_vocabulary
     where search_slips(word) && ${slips}::text[] and kind = any (${kinds}::smallint[])`.execute(
    database,
  )
  return rows.map(({ word }) => word)
}

async function inUse(database: Database, words: string[], kinds: Kind[]) {
  const all = [...new Set(words.flatMap((word) => [word, ...formsOf(word)]))]
  const { rows } = await sql<{ word: string }>`
    ${prepared}
    select distinct word from search_vocabulary
     where word = any (${all}::text[]) and kind = any (${kinds}::smallint[])`.execute(database)
  return new Set(rows.map(({ word }) => word))
}

/** Everything that a word written as one may consist of. */
function piecesOf(word: string): string[] {
  if (word.length < 5 || word.length > longestJoined) return []
  const pieces: string[] = []
  for (let start = 0; start < word.length; start += 1)
    for (let end = start + 1; end <= word.length; end += 1)
      if (end - start < word.length) pieces.push(word.slice(start, end))
  return pieces
}

/** The fewest words in use that it consists of; of as many, those with the longest shortest one. */
function splitInto(word: string, known: Set<string>): string[] | null {
  if (word.length < 5 || word.length > longestJoined) return null
  const best: (string[] | null)[] = [[]]
  for (let end = 1; end <= word.length; end += 1) {
    best[end] = null
    for (let start = 0; start < end; start += 1) {
      const before = best[start]
      const piece = word.slice(start, end)
      if (!before || before.length === mostParts || piece === word || !known.has(piece)) continue
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
