import { useEffect, useState } from 'react'
import { useWithdrawnReportCount } from '#features/abuse/reported.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useLoad } from '#platform/web/api/use-load.ts'
import type { Output } from '#platform/contract/wire.ts'
import type * as items from '../contract.ts'

type Mark = Output<'GET /marks'>[number]

/** Maximum number of ids in a call. */
const maxItems = 200

/** Cards, and the id of the member whose marks they have (null if they are a visitor's). */
export type LoadedCards = { cards: items.Card[]; viewer: number | null }

/**
 * Returns the cards as the viewer sees them. Pages are rendered for visitors, and a call adds a member's marks once the
 * browser knows who is logged in (rules: marks). If it fails, the cards remain as a visitor sees them. All marks are
 * fetched again when `reloads`, the number of times that cards were loaded again, changes.
 */
export function useMarkedCards(loaded: LoadedCards[], reloads: number): items.Card[] {
  const { id: viewer } = useSession()
  const version = useWithdrawnReportCount() + reloads
  const [latest, setLatest] = useState<{
    viewer: number | null
    version: number
    marks: Map<number, Mark>
  }>({
    viewer: null,
    version: 0,
    marks: new Map(),
  })
  const marks = latest.viewer === viewer ? latest.marks : null
  const missing = loaded
    .filter((page) => viewer !== null && page.viewer !== viewer)
    .flatMap(({ cards }) => cards.map(({ id }) => id))
    .filter((id) => latest.version !== version || !marks?.has(id))
    .slice(0, maxItems)
    .join(',')

  const { load } = useLoad('GET /marks')

  useEffect(() => {
    if (missing === '') return
    const add = (found: readonly Mark[]) =>
      setLatest((before) => ({
        viewer,
        version,
        marks: new Map([
          ...(before.viewer === viewer && before.version === version ? before.marks : []),
          ...found.map((mark) => [mark.id, mark] as const),
        ]),
      }))
    void load({ items: missing }).then(({ data }) => data && add(data))
  }, [load, missing, viewer, version])

  return loaded.flatMap((page) =>
    page.viewer === viewer
      ? page.cards
      : page.cards.map((card) => ({
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
