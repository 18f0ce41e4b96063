import { foldText } from '#features/places/fold.ts'
import { nameKey, requiredWords, splitIntoWords } from '#features/places/words/asked-words.ts'
import { kindsHeld, otherNames, writtenOut } from './other-names.data.ts'

/** Consecutive words of the query, and the key by which they name something. */
type Run = { key: string; words: string[] }

/** Returns the runs of at most so many words, the longest first. */
export function runsOf(words: string[], longest: number): Run[] {
  const runs: Run[] = []
  for (let count = Math.min(longest, words.length); count > 0; count -= 1)
    for (let start = 0; start + count <= words.length; start += 1) {
      const run = words.slice(start, start + count)
      runs.push({ key: nameKey(run), words: run })
    }
  return runs
}

export const keyOf = (name: string): string => nameKey(splitIntoWords(name))

const byKey = (names: object) =>
  new Map(
    Object.entries(names as Record<string, string[]>).flatMap(([of, all]) =>
      all.map((name) => [keyOf(name), of]),
    ),
  )
/** The slug of the category, or the name of the tags, that a run of words means by another name than its own. */
export const otherwiseNamed = {
  categories: byKey(otherNames.categories),
  tags: byKey(otherNames.tags),
}
const held = byKey(kindsHeld)
export const allOtherNames = [otherNames.categories, otherNames.tags].flatMap((names) =>
  Object.values<string[]>(names).flat(),
)

/** Returns the slug of the category that holds the kind of food or drink that the whole query names. */
export const categoryHolding = (words: string[]) => held.get(nameKey(words))

/** Returns whether the whole query is another name of a category or tag, or a kind of what a category holds. */
export function isOtherName(q: string): boolean {
  const keys = [keyOf(q), nameKey(requiredWords(q))]
  return [otherwiseNamed.categories, otherwiseNamed.tags, held].some((named) =>
    keys.some((key) => named.has(key)),
  )
}

/** Returns the query with its short names written out: 'orange juice' for 'OJ'. Returns null if it has none. */
export function inFull(q: string): string | null {
  const folded = ` ${foldText(q)} `
  const short = Object.keys(writtenOut).find((name) => folded.includes(` ${name} `))
  return short === undefined ? null : folded.replace(` ${short} `, ` ${writtenOut[short]} `).trim()
}
