import { categories } from '#domain/vocabulary/categories.ts'
import { tags } from '#domain/vocabulary/tags.data.ts'
import { foldText } from '#features/places/fold.ts'
import { matchText, averageMatch } from '#features/places/words/closeness.ts'
import { isPrefixLongEnough } from '#features/places/words/meant.server.ts'
import { categoryHolding, otherwiseNamed, runsOf } from './food-names.ts'

/**
 * Returns the rows whose names match words of the query, the closest first. The rows are categories or tags, which are
 * few and fixed.
 */
function closest<T>(rows: readonly T[], typed: string[], namesOf: (row: T) => string[]): T[] {
  // Words of one or two Latin letters are ignored next to longer ones: the 'mi' of 'banh mi' doesn't mean milkshake.
  const words = typed.some(isPrefixLongEnough) ? typed.filter(isPrefixLongEnough) : typed
  return rows
    .map((row) => {
      const scores = namesOf(row).map((name) => {
        const close = matchText(words, foldText(name))
        const text = averageMatch(close)
        return { share: close.share, text, score: text + close.share / 2 + (close.isWhole ? 1 : 0) }
      })
      return { row, ...scores.reduce((a, b) => (b.score > a.score ? b : a)) }
    })
    .filter(({ share, text }) => share === 1 || (share >= 0.5 && text >= 0.6))
    .sort((a, b) => b.score - a.score)
    .map(({ row }) => row)
}

/** Puts the rows first that some of the words mean by another name than their own. */
function meantFirst<T>(rows: T[], all: readonly T[], isMeant: (row: T) => boolean): T[] {
  return [...new Set([...all.filter(isMeant), ...rows])]
}

/** Returns what runs of the words mean by another name than its own. */
const meantBy = (words: string[], named: Map<string, string>) =>
  new Set(runsOf(words, 3).flatMap(({ key }) => named.get(key) ?? []))

export const matchingCategories = (words: string[], limit: number) => {
  const holding = categoryHolding(words)
  // A shrimp cocktail is no cocktail.
  const meant = holding ? new Set([holding]) : meantBy(words, otherwiseNamed.categories)
  const close = closest(categories, words, ({ name, label, slug }) => [
    name,
    label,
    slug.replaceAll('-', ' '),
  ])
  return meantFirst(close, categories, ({ slug }) => meant.has(slug))
    .slice(0, limit)
    .map(({ id, name, slug }) => ({ id, name, slug }))
}

/** Returns the tags that match words of the query. Tags of a category that the query also names come first. */
export const matchingTags = (words: string[], limit: number) => {
  const named = new Set(matchingCategories(words, limit).map(({ id }) => id))
  const meant = meantBy(words, otherwiseNamed.tags)
  const close = closest(tags, words, ({ name }) => [name])
  return meantFirst(close, tags, ({ name }) => meant.has(name))
    .sort((a, b) => Number(named.has(b.category)) - Number(named.has(a.category)))
    .slice(0, limit)
    .map(({ id, name, category }) => ({ id, name, categoryId: category }))
}
