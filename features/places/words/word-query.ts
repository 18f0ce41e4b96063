import { type RawBuilder, sql } from 'kysely'

/**
 * Words that a name must all contain, each in any of its forms. Folded words consist of letters and digits, so
 * `tsquery` doesn't have to escape them.
 */
export type WordSequence = { forms: string[]; begins: boolean }[]

export function tsquery(sequences: WordSequence[], prefix = '', restaurantToo = false): string {
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

/** Returns one tsquery per H3 cell for the same words. In the index, each word is prefixed with its cell. */
export const tsqueriesInCells = (cells: bigint[], sequences: WordSequence[]) =>
  cells.map((cell) => tsquery(sequences, `${cell.toString(16)}/`))

/** Matches a character that has a special meaning in LIKE. */
export const likeWildcard = /[%_\\]/

/**
 * SQL for whether the name literally contains each typed word that has a character with a special meaning in LIKE. This
 * is needed because folding turns '100%' into '100'.
 */
export function containsWildcardsLiterallySql(
  q: string,
  text: RawBuilder<unknown> = sql`name || ' ' || coalesce(name_en, '')`,
) {
  const typed = q.split(/\s+/).filter((word) => likeWildcard.test(word))
  return sql<boolean>`(${sql.join([sql`true`, ...typed.map((word) => sql`strpos(lower(${text}), lower(${word})) > 0`)], sql` and `)})`
}
