export type MergeKind = 'item' | 'restaurant'
/** Two items or restaurants to merge: `goes` is merged into `stays`. */
export type MergePair = { kind: MergeKind; goes: number; stays: number }

const address = (of: Record<string, string | number>) =>
  `/admin/merge?${new URLSearchParams(Object.entries(of).map(([key, value]) => [key, String(value)]))}`

/** The address of the page that finds duplicates of a restaurant, or of its `dish` if given. */
export const findDuplicatesPath = (restaurant: number, dish?: number) =>
  address({ restaurant, ...(dish && { dish }) })
export const mergeComparisonPath = (pair: MergePair) => address(pair)

const number = (text: string | null) => (text && /^\d{1,9}$/.test(text) ? Number(text) : null)

/** Reads the address of the merge page. Missing or invalid parts are null. */
export function readMergeParams(search: URLSearchParams) {
  const [kind, goes, stays] = [
    search.get('kind'),
    number(search.get('goes')),
    number(search.get('stays')),
  ]
  const pair: MergePair | null =
    (kind === 'item' || kind === 'restaurant') && goes && stays ? { kind, goes, stays } : null
  return { pair, restaurant: number(search.get('restaurant')), dish: number(search.get('dish')) }
}
