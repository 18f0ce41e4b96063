import { useEffect, useState } from 'react'
import { useSession } from '#platform/web/session/session.ts'
import { useLoad } from '#platform/web/api/use-load.ts'
import type { Output } from '#platform/contract/wire.ts'
import type { ShownCard } from './contract.ts'

type Mark = Output<'GET /marks'>[number]
type Marks = { viewer: number | null; version: number; byItem: Map<number, Mark> }

/** Maximum number of ids in a call. */
const maxItems = 200

/** Cards, and the id of the member whose marks they have (null if they are a visitor's). */
export type LoadedCards = { cards: ShownCard[]; viewer: number | null }

/**
 * Returns the cards as the viewer sees them. Pages are rendered for visitors, and a call adds a member's marks once the
 * browser knows who is logged in. If it fails, the cards remain as a visitor sees them. All marks are fetched again when
 * `version` changes.
 */
export function useMarkedCards(loaded: LoadedCards[], version = 0): ShownCard[] {
  const { id: viewer } = useSession()
  const [marks, setMarks] = useState<Marks>({ viewer, version, byItem: new Map() })
  const known = marks.viewer === viewer && marks.version === version ? marks.byItem : null
  const missing = loaded
    .filter((page) => viewer !== null && page.viewer !== viewer)
    .flatMap(({ cards }) => cards.map(({ id }) => id))
    .filter((id) => !known?.has(id))
    .slice(0, maxItems)
    .join(',')
  const { load } = useLoad('GET /marks')

  useEffect(() => {
    if (missing === '') return
    const add = (found: readonly Mark[]) =>
      setMarks((before) => {
        const isSame = before.viewer === viewer && before.version === version
        const added = found.map((mark) => [mark.id, mark] as const)
        return { viewer, version, byItem: new Map([...(isSame ? before.byItem : []), ...added]) }
      })
    void load({ items: missing }).then(({ data: found }) => found && add(found))
  }, [load, missing, viewer, version])

  return loaded.flatMap((page) =>
    page.viewer === viewer
      ? page.cards
      : page.cards.map((card) => ({ ...card, ...visitors, ...known?.get(card.id) })),
  )
}

const visitors = { upvoted: false, expired: false, used: false }
