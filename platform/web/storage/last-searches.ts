import { storedValue } from './stored.ts'

export const maxLastSearches = 10

/** The visitor's last searches, the newest first, stored only on this device, until they log out. */
export const lastSearches = storedValue<string[]>('searches', [], (json) =>
  Array.isArray(json)
    ? json
        .filter((text): text is string => typeof text === 'string' && text !== '')
        .slice(0, maxLastSearches)
    : undefined,
)
