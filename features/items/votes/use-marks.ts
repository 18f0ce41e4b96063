import { useEffect, useState } from 'react'
import { useUndone } from '#features/abuse/reported.ts'
import { useSession } from '#platform/web/session.ts'
import { useLoad } from '#platform/web/api/use-load.ts'
import type { Output } from '#platform/contract/wire.ts'
import type * as items from '../contract.ts'
import { cardOf } from '../listed-card.ts'

type Mark = Output<'GET /marks'>[number]

/** As many ids as the call takes. */
const maxItems = 200

/** Cards, and whose marks they carry (null: a visitor's). */
export type Loaded = { cards: items.ListedCard[]; viewer: number | null }

/**
 * Cards as the one who looks sees them: pages are drawn for visitors, and a member's marks are added by one
 * call once the browser knows who is there (rules: marks). Without an answer the visitor's stand.
 */
export function useMarked(loaded: Loaded[]): items.Card[] {
  const { id: viewer } = useSession()
  const undone = useUndone()
  const [latest, setLatest] = useState<{
    viewer: number | null
    undone: number
    marks: Map<number, Mark>
  }>({
    viewer: null,
    undone: 0,
    marks: new Map(),
  })
  const marks = latest.viewer === viewer ? latest.marks : null
  const missing = loaded
    .filter((page) => viewer !== null && page.viewer !== viewer)
    .flatMap(({ cards }) => cards.map(({ id }) => id))
    .filter((id) => latest.undone !== undone || !marks?.has(id))
    .slice(0, maxItems)
    .join(',')

  const { load } = useLoad('GET /marks')

  useEffect(() => {
    if (missing === '') return
    const add = (found: readonly Mark[]) =>
      setLatest((before) => ({
        viewer,
        undone,
        marks: new Map([
          ...(before.viewer === viewer && before.undone === undone ? before.marks : []),
          ...found.map((mark) => [mark.id, mark] as const),
        ]),
      }))
    void load({ items: missing }).then(({ data }) => data && add(data))
  }, [load, missing, viewer, undone])

  return loaded.flatMap((page) =>
    page.viewer === viewer
      ? page.cards.map(cardOf)
      : page.cards.map(cardOf).map((card) => ({
          ...card,
          ...(page.viewer === null ? {} : visitors(card)),
          ...(viewer === null ? {} : marks?.get(card.id)),
        })),
  )
}

const visitors = ({ gone, closed }: items.Card) => ({
  upvoted: false,
  canUpvote: !gone && !closed,
  expired: false,
  used: false,
  reported: [],
})
