import { type RawBuilder, sql } from 'kysely'

/**
 * What to ask the word indexes for: any of the sequences, each of which wants all of its words, each of them in any
 * of its forms. Folded words are letters and digits alone, so nothing in them means anything to the query.
 */
export type Sequence = { forms: string[]; begins: boolean }[]

export function tsquery(sequences: Sequence[], prefix = '', restaurantToo = false): string {
  const written = (word: string, begins: boolean) => `'${prefix}${word}'${begins ? ':*' : ''}`
  return sequences
    .filter((sequence) => sequence.length > 0)
    .map((sequence) =>
      sequence
        .map(({ forms, begins }) => {
          const any = forms.flatMap((form) => [
            written(form, begins),
            ...(restaurantToo ? [`'@${form}'${begins ? ':*' : ''}`] : []),
          ])
          return any.length === 1 ? any[0] : `(${any.join(' | ')})`
        })
        .join(' & '),
    )
    .map((all) => `(${all})`)
    .join(' | ')
}

/** As keys of an H3 cell, of any of these. */
export const tsqueriesIn = (cells: bigint[], sequences: Sequence[]) =>
  cells.map((cell) => tsquery(sequences, `${cell.toString(16)}/`))

/** Characters that mean something to LIKE. */
export const sign = /[%_\\]/

/** Folding drops '100%' to '100': a query with such a sign must occur in the name literally. */
export function literals(
  q: string,
  text: RawBuilder<unknown> = sql`name || ' ' || coalesce(name_en, '')`,
) {
  const typed = q.split(/\s+/).filter((word) => sign.test(word))
  return sql<boolean>`(${sql.join([sql`true`, ...typed.map((word) => sql`strpos(lower(${text}), lower(${word})) > 0`)], sql` and `)})`
}
