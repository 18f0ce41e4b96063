import type { Basemap } from '../style/basemap-style.ts'
import type { Drawn } from '../engine.ts'
import { attributionOf } from './attribution.ts'

type Credits = Basemap['attribution']

/** Tells whose map it is, once its sources have said so. */
export function watchCredits(map: Drawn, told: (credits: Credits) => void) {
  let before = ''
  map.on('sourcedata', ({ sourceDataType }) => {
    if (sourceDataType !== 'metadata') return
    const credits = Object.keys(map.getStyle().sources).flatMap((id) =>
      attributionOf(map.getSource(id)?.attribution ?? ''),
    )
    const unique = [...new Map(credits.map((credit) => [credit.text, credit])).values()]
    const now = JSON.stringify(unique)
    if (now !== before) told(unique)
    before = now
  })
}
