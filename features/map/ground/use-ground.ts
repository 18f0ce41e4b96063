import { type RefObject, useEffect, useRef, useState } from 'react'
import type { StyleSpecification } from 'maplibre-gl'
import { useAnswer } from '#platform/web/use-load.ts'
import { drawnCredits } from './drawn-credits.ts'
import { type Basemap, styleOf } from '../style/basemap-style.ts'
import type { Look } from '../style/palette.ts'
import { useLook } from './use-look.ts'

type Canvas = { dress(style: StyleSpecification, look: Look): void; close(): void }

export type GroundEvents = {
  /** It doesn't come. */
  away(): void
  /** Whose it is, as its sources say. */
  credits(credits: Basemap['attribution']): void
}

export type Ground<C extends Canvas> = {
  /** None until it is open. */
  canvas: RefObject<C | null>
  state: 'awaited' | 'open' | 'broken'
  /** Its pictures don't come: the drawn map stands in. */
  away: boolean
  credits: Basemap['attribution']
}

/** Opens a map once it is known what lies under it, restyles it as the look changes, and closes it. */
export function useGround<C extends Canvas>(
  open: (style: StyleSpecification, look: Look, on: GroundEvents) => C,
): Ground<C> {
  const canvas = useRef<C | null>(null)
  const [state, setState] = useState<Ground<C>['state']>('awaited')
  const [away, setAway] = useState(false)
  const [told, setTold] = useState<Basemap['attribution']>([])
  const look = useLook()
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })

  const { data: basemap, error } = useAnswer('GET /map/basemap', { look })
  // Once the drawn map stands in, it does so in either look.
  const known = away ? null : (basemap ?? (error ? null : undefined))
  useEffect(() => {
    if (known === undefined) return undefined
    let left = false
    void (async () => {
      const style = await styleOf(known, look).catch(() => null)
      if (left) return
      if (!style) return setAway(true)
      if (canvas.current) return canvas.current.dress(style, look)
      try {
        canvas.current = latest.current(style, look, {
          away: () => setAway(true),
          credits: setTold,
        })
        setState('open')
      } catch {
        setState('broken')
      }
    })()
    return () => {
      left = true
    }
  }, [known, look])
  useEffect(
    () => () => {
      canvas.current?.close()
      canvas.current = null
    },
    [],
  )
  return { canvas, state, away, credits: credits() }

  function credits() {
    if (away || !basemap) return drawnCredits
    return basemap.kind === 'style' ? told : basemap.attribution
  }
}
