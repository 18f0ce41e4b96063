import { isAdmin } from '#domain/vocabulary/roles.ts'
import type { Card } from '#features/items/contract.ts'
import { useSession } from '#platform/web/session.ts'
import { useAnswer } from '#platform/web/use-load.ts'

type Yolo = Card['yolos'][number]

/** The yolos of a dish that the viewer may change; asked for where the card doesn't hold them all. */
export function useYolosToEdit(card: Card, only: Yolo | undefined) {
  const { id: viewer } = useSession()
  const known = only ? [only] : onCard(card, viewer)
  const asked = useAnswer('GET /items/:id/editable-yolos', known === null ? { id: card.id } : null)
  return { yolos: known ?? asked.data ?? null, error: asked.error, again: asked.retry }
}

function onCard({ yolos, yoloCount }: Card, viewer: number | null): Yolo[] | null {
  if (viewer !== null && isAdmin({ id: viewer })) return yolos.length === yoloCount ? yolos : null
  const own = yolos.filter(({ userId }) => userId === viewer)
  return own.length > 0 ? own : null
}
