import { sql } from 'kysely'
import { prepared } from '#platform/server/database.ts'
import type { Database } from '#platform/server/services.ts'
import { formsOf } from './asked-words.ts'
import type { Sequence } from './word-query.ts'

/** Whose words: as the rows of `search_vocabulary` are marked. */
export const vocabulary = { restaurants: 1, addresses: 2, dishes: 3 } as const
export type WordKind = (typeof vocabulary)[keyof typeof vocabulary]

/** So many words that begin alike are asked for one by one: quicker than following the beginning through an index. */
const mostEndings = 16

type Row = { start: string | null; word: string; kind: WordKind }

/**
 * Makes sequences as short as what is in use allows: without forms that no name of these kinds has, with the words
 * that begin so instead of a beginning. A sequence with a word that nobody uses can't be found and is left out.
 */
export type InUse = (sequences: Sequence[], kinds: WordKind[]) => Sequence[]

/** What is in use of the words that someone typed, and how each of them may go on. */
export async function wordsInUse(database: Database, words: string[]): Promise<InUse> {
  const forms = [...new Set(words.flatMap(formsOf))]
  const starts = forms.filter((form) => form.length > 1)
  const { rows } = await sql<Row>`
    ${prepared}
    select null as start, word, kind from search_vocabulary where word = any (${forms}::text[])
    union all
    select start, v.word, v.kind from unnest(${starts}::text[]) start cross join lateral (
      select word, kind from search_vocabulary
       where word ~>=~ start and word ~<~ (start || chr(1114111)) order by word using ~<~ limit ${mostEndings + 1}) v`.execute(
    database,
  )
  const [whole, begun] = [
    new Set(rows.filter(({ start }) => start === null).map(({ word, kind }) => `${kind} ${word}`)),
    Map.groupBy(rows, ({ start }) => start),
  ]
  return (sequences, kinds) => {
    const isUsed = (word: string) => kinds.some((kind) => whole.has(`${kind} ${word}`))
    const slotOf = ({ forms, begins }: Sequence[number]): Sequence[number] => {
      if (!begins) return { forms: forms.filter(isUsed).toSorted(), begins }
      const endings = forms.map((form) => begun.get(form) ?? [])
      if (endings.some(({ length }) => length > mostEndings)) return { forms, begins }
      const used = endings.flat().filter(({ kind }) => kinds.includes(kind))
      return { forms: [...new Set(used.map(({ word }) => word))].toSorted(), begins: false }
    }
    return sequences
      .map((sequence) => sequence.map(slotOf))
      .filter((sequence) => sequence.every(({ forms }) => forms.length > 0))
  }
}
