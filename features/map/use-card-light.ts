import { useEffect, useRef } from 'react'
import type { MapCard } from './map-pane.tsx'

const cardOf = (id: number) => document.getElementById(`dish-${id}`)

/** Highlights a card of the list and its mark together when either is pointed at or focused. */
export function useCardHighlight(cards: MapCard[], onMark: (id: number | null) => void) {
  const latest = useRef(onMark)
  useEffect(() => {
    latest.current = onMark
  })
  useEffect(() => {
    const known = new Set(cards.map(({ id }) => `dish-${id}`))
    let last: number | null = null
    const pointed = ({ target }: Event) => {
      const card = target instanceof Element ? target.closest('article[id]') : null
      const id = card && known.has(card.id) ? Number(card.id.slice('dish-'.length)) : null
      if (id === last) return
      last = id
      latest.current(id)
    }
    const main = document.querySelector('main')
    main?.addEventListener('pointerover', pointed)
    main?.addEventListener('focusin', pointed)
    return () => {
      main?.removeEventListener('pointerover', pointed)
      main?.removeEventListener('focusin', pointed)
    }
  }, [cards])

  const card = (id: number | null) => {
    for (const lit of document.querySelectorAll('article[data-lit]'))
      delete (lit as HTMLElement).dataset.lit
    const found = id === null ? null : cardOf(id)
    if (found) found.dataset.lit = ''
  }
  return {
    card,
    /** Scrolls the dish's card into view. */
    show(id: number) {
      const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
      cardOf(id)?.scrollIntoView({ block: 'center', behavior: calm ? 'instant' : 'smooth' })
    },
  }
}
