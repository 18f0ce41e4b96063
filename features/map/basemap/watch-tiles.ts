import type { Drawn } from '../engine.ts'
import type { Basemap } from '../style/file-style.ts'
import { parseAttribution } from './attribution.ts'

/** A style counts as unavailable after this many errors, if none of its tiles has been loaded before. */
const maxFailures = 3

/**
 * Calls `unavailable` once per style if the style itself or its first tiles can't be loaded. Ignores errors of our own
 * sources, because MapLibre requests them again, and of glyphs and sprites, because the map is usable without them.
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

/** Reports the attribution of the map's sources when it is first known and whenever it changes. */
export function watchCredits(map: Drawn, onCredits: (credits: Basemap['attribution']) => void) {
  let before = ''
  map.on('sourcedata', ({ sourceDataType }) => {
    if (sourceDataType !== 'metadata') return
    const credits = Object.keys(map.getStyle().sources).flatMap((id) =>
      parseAttribution(map.getSource(id)?.attribution ?? ''),
    )
    const unique = [...new Map(credits.map((credit) => [credit.text, credit])).values()]
    const now = JSON.stringify(unique)
    if (now !== before) onCredits(unique)
    before = now
  })
}
