import { foldText } from '../fold.ts'
import type { Point } from '#domain/position/miles.ts'
import type { City, Gazetteer } from '../gazetteer/gazetteer.server.ts'

/**
 * A city named by `words`, and the `rest` of the query. `isGuess` is true if its name differs from them by a letter.
 */
export type NamedCity = { city: City; rest: string; words: string[]; isGuess: boolean }

/**
 * Finds the city that a query names at its end or beginning, by as many words as possible. Returns null if the whole
 * query is a city's name: 'Los Angeles' isn't 'Los' in Angeles.
 */
export function cityNamedIn(
  q: string,
  cities: Gazetteer,
  near: Point | undefined,
): NamedCity | null {
  const words = foldText(q).split(' ').filter(Boolean)
  if (cities.namedCity(words.join(' '), near, false)) return null
  for (let count = Math.min(words.length - 1, 5); count > 0; count -= 1) {
    for (const end of endsOf(words, count)) {
      const named = cities.namedCity(end.name, near, false)
      const city = named ?? (count <= 2 ? cities.namedCity(end.name, near, true) : undefined)
      if (city) return { city, rest: end.rest, words: end.words, isGuess: !named }
    }
  }
  return null
}

/** Maximum number of cities with the same name that are tried. */
const maxSameName = 2

/**
 * Returns cities of any size that the end or beginning of a query may name, also with one wrong letter. They are tried
 * only if no restaurant has every word of the query.
 */
export function citiesPossiblyNamedIn(
  q: string,
  cities: Gazetteer,
  near: Point | undefined,
): NamedCity[] {
  const words = foldText(q).split(' ').filter(Boolean)
  const named = (misspelt: boolean, most: number) => {
    for (let count = Math.min(words.length - 1, most); count > 0; count -= 1) {
      const found = endsOf(words, count).flatMap(({ name, rest, words }) =>
        cities
          .citiesCalled(name, near, maxSameName, misspelt)
          .map((city) => ({ city, rest, words, isGuess: misspelt })),
      )
      if (found.length > 0) return found
    }
    return []
  }
  return [...named(false, 4), ...named(true, 3)]
}

/** Returns `count` words from the end and from the beginning, each with the rest of the words. */
const endsOf = (words: string[], count: number) =>
  [
    { words: words.slice(-count), others: words.slice(0, -count) },
    { words: words.slice(0, count), others: words.slice(count) },
  ].map(({ words, others }) => ({
    words,
    name: words.join(' '),
    rest: withoutPlaceWord(others).join(' '),
  }))

const placeWords = new Set(['in', 'near', 'at', 'around'])
const withoutPlaceWord = (words: string[]) =>
  words.length > 1 && placeWords.has(words.at(-1)!) ? words.slice(0, -1) : words
