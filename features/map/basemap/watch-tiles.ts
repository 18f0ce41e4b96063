import type { Drawn } from '../engine.ts'
import type { Basemap } from '../style/file-style.ts'
import { attributionOf } from './attribution.ts'

/** A source counts as unavailable after so many failures before anything of it was loaded. */
const maxFailures = 3

/**
 * Reports once per style that it can't be loaded: it is no style, or its tiles fail from the first on. Our own sources
 * are retried by the map itself; glyphs and sprites that fail are just not shown.
 */
export function watchTiles(map: Drawn, unavailable: () => void) {
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
    if (before < maxFailures && failures >= maxFailures) unavailable()
  })
}

const isOurs = (source: unknown) => ['drawn', 'asked', 'keep-clear'].includes(source as string)

/** Reports the attribution of the map's sources once it is known. */
export function watchCredits(map: Drawn, onCredits: (credits: Basemap['attribution']) => void) {
  let before = ''
  map.on('sourcedata', ({ sourceDataType }) => {
    if (sourceDataType !== 'metadata') return
    const credits = Object.keys(map.getStyle().sources).flatMap((id) =>
      attributionOf(map.getSource(id)?.attribution ?? ''),
    )
    const unique = [...new Map(credits.map((credit) => [credit.text, credit])).values()]
    const now = JSON.stringify(unique)
    if (now !== before) onCredits(unique)
    before = now
  })
}
