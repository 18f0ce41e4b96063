import { sql } from 'kysely'
import { preparedStatementComment } from '#platform/server/database/database.ts'
import type { Database } from '#platform/server/services.ts'
import { spellingsOf } from './asked-words.ts'
import { soundsOfTypedWord } from './sounds.server.ts'
import type { WordSequence } from './word-query.ts'

/** The kinds of texts that words come from, as in `search_vocabulary.kind`. */
export const wordKinds = { restaurants: 1, addresses: 2, dishes: 3 } as const
export type WordKind = (typeof wordKinds)[keyof typeof wordKinds]

/**
 * Maximum number of words in use that replace a typed beginning in a query, which is quicker than a prefix search.
 */
const maxEndings = 16

/** Maximum number of words of other scripts that sound like a typed word or its beginning. */
const maxAlike = 32

type Row = {
  way: 'whole' | 'begun' | 'sound' | 'sound begun'
  by: string
  word: string
  kind: WordKind
}

/**
 * Narrows sequences to words in use: removes forms that no text of these kinds contains, replaces a beginning with the
 * words that begin with it (unless there are too many), and adds words of other scripts that sound the same. A sequence
 * with a word that isn't in use is left out, because it can't be found.
 */
export type NarrowToWordsInUse = (sequences: WordSequence[], kinds: WordKind[]) => WordSequence[]

/** Looks up which of the typed words are in use, and which words in use begin with them or sound like them. */
export async function loadWordsInUse(
  database: Database,
  words: string[],
): Promise<NarrowToWordsInUse> {
  const forms = [...new Set(words.flatMap(spellingsOf))]
  const starts = forms.filter((form) => form.length > 1)
  const sounds = [...new Set(forms.flatMap(soundsOfTypedWord))]
  const { rows } = await sql<Row>`
    ${preparedStatementComment}
    select 'whole' as way, word as by, word, kind from search_vocabulary where word = any (${forms}::text[])
    union all
    select 'begun', start, v.word, v.kind from unnest(${starts}::text[]) start cross join lateral (
      select word, kind from search_vocabulary
       where word ~>=~ start and word ~<~ (start || chr(1114111)) order by word using ~<~ limit ${maxEndings + 1}) v
    union all
    select 'sound', typed, v.word, v.kind from unnest(${sounds}::text[]) typed cross join lateral (
      select word, kind from search_vocabulary where sound > '' and sound = typed limit ${maxAlike}) v
    union all
    select 'sound begun', typed, v.word, v.kind from unnest(${sounds}::text[]) typed cross join lateral (
      select word, kind from search_vocabulary
       where sound > '' and sound ~>=~ typed and sound ~<~ (typed || chr(1114111))
       order by sound using ~<~ limit ${maxAlike}) v`.execute(database)
  const by = (way: Row['way']) =>
    Map.groupBy(
      rows.filter((row) => row.way === way),
      (row) => row.by,
    )
  const [whole, begun, sound, soundBegun] = [
    by('whole'),
    by('begun'),
    by('sound'),
    by('sound begun'),
  ]
  return (sequences, kinds) => {
    const used = (found: Map<string, Row[]>, key: string) =>
      (found.get(key) ?? []).filter(({ kind }) => kinds.includes(kind)).map(({ word }) => word)
    const slotOf = ({ forms, begins }: WordSequence[number]): WordSequence[number] => {
      const alike = forms
        .flatMap(soundsOfTypedWord)
        .flatMap((form) => [...used(sound, form), ...(begins ? used(soundBegun, form) : [])])
      const sorted = (words: string[]) => [...new Set([...words, ...alike])].toSorted()
      if (!begins) return { forms: sorted(forms.flatMap((form) => used(whole, form))), begins }
      const tooMany = (form: string) =>
        form.length === 1 || (begun.get(form)?.length ?? 0) > maxEndings
      if (forms.some(tooMany)) return { forms: sorted(forms), begins }
      return { forms: sorted(forms.flatMap((form) => used(begun, form))), begins: false }
    }
    return sequences
      .map((sequence) => sequence.map(slotOf))
      .filter((sequence) => sequence.every(({ forms }) => forms.length > 0))
  }
}
