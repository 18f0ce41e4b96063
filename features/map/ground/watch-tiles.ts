import type { Drawn } from '../engine.ts'

/** So many failures of a source before anything of it has come. */
const maxFailures = 3

/** Tells once of each style that it doesn't come. What is our own is asked for again by the map itself. */
export function watchTiles(map: Drawn, away: () => void) {
  let failures = 0
  map.on('styledataloading', () => (failures = 0))
  map.on('data', (event) => {
    if ('tile' in event && 'sourceId' in event && !isOurs(event.sourceId)) failures = -Infinity
  })
  map.on('error', (event) => {
    const source = 'sourceId' in event ? event.sourceId : undefined
    if (source !== undefined && isOurs(source)) return
    failures += 1
    if (failures === maxFailures) away()
  })
}

const isOurs = (source: unknown) => ['drawn', 'asked', 'room'].includes(source as string)
