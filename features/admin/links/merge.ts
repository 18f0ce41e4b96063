export type Kind = 'item' | 'restaurant'
/** Which of the two goes and which stays. */
export type Pair = { kind: Kind; goes: number; stays: number }

const address = (of: Record<string, string | number>) =>
  `/admin/merge?${new URLSearchParams(Object.entries(of).map(([key, value]) => [key, String(value)]))}`

/** A restaurant with what may be one with it; `dish`: one of its dishes that is chosen already. */
export const mergeWith = (restaurant: number, dish?: number) =>
  address({ restaurant, ...(dish && { dish }) })
export const comparisonPage = (pair: Pair) => address(pair)

const number = (text: string | null) => (text && /^\d{1,9}$/.test(text) ? Number(text) : null)

/** What the page's address asks for. */
export function askedFor(search: URLSearchParams) {
  const [kind, goes, stays] = [
    search.get('kind'),
    number(search.get('goes')),
    number(search.get('stays')),
  ]
  const pair: Pair | null =
    (kind === 'item' || kind === 'restaurant') && goes && stays ? { kind, goes, stays } : null
  return { pair, restaurant: number(search.get('restaurant')), dish: number(search.get('dish')) }
}
