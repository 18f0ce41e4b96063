import { askable } from './search-address.ts'
import { stored } from '#platform/web/stored.ts'

const most = 10

/** One's own last searches, the newest first: kept on this device alone. */
export const lastSearches = stored<string[]>('searches', [], (json) =>
  Array.isArray(json)
    ? json.filter((one): one is string => typeof one === 'string' && one !== '').slice(0, most)
    : undefined,
)

export function keepSearch(q: string): void {
  const text = askable(q.replace(/\s+/g, ' '))
  if (text === '') return
  const same = text.toLowerCase()
  const others = lastSearches.get().filter((one) => one.toLowerCase() !== same)
  lastSearches.set([text, ...others].slice(0, most))
}
