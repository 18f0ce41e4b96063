import type { Drawn } from '../engine.ts'

/** So many failures of a source before anything of it has come. */
const maxFailures = 3

/**
 * Tells once of each style that it doesn't come: it is no style, or its tiles fail from the first on. What is our own
 * is asked for again by the map itself; letters and small pictures that fail are just not there.
 */
export function watchTiles(map: Drawn, away: () => void) {
  let failures = 0
  let isRead = false
  map.on('styledataloading', () => {
    failures = 0
    isRead = false
  })
  map.on('style.load', () => (isRead = true))
  map.on('data', (event) => {
    if ('tile' in event && 'sourceId' in event && !isOurs(event.sourceId)) failures = -Infinity
  })
  map.on('error', (event) => {
    const source = 'sourceId' in event ? event.sourceId : undefined
    if (source === undefined ? isRead : isOurs(source)) return
    const before = failures
    failures += source === undefined ? maxFailures : 1
    if (before < maxFailures && failures >= maxFailures) away()
  })
}

const isOurs = (source: unknown) => ['drawn', 'asked', 'room'].includes(source as string)
