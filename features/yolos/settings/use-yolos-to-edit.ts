import { useCallback, useEffect, useState } from 'react'
import { isAdmin } from '#domain/vocabulary/roles.ts'
import type { Card } from '#features/items/contract.ts'
import { api } from '#platform/web/api.ts'
import { useSession } from '#platform/web/session.ts'
import { asApiError } from '#platform/web/use-call.ts'

type Yolo = Card['yolos'][number]

/** The yolos of a dish that the viewer may change; asked for where the card doesn't hold them all. */
export function useYolosToEdit(card: Card, only: Yolo | undefined) {
  const { id: viewer } = useSession()
  const [asked, setAsked] = useState<Yolo[] | null>(null)
  const [error, setError] = useState('')
  const known = only ? [only] : onCard(card, viewer)
  const { id } = card
  const missing = known === null

  const ask = useCallback(
    (signal?: AbortSignal) =>
      api('GET /items/:id/editable-yolos', { id }, { signal }).then(
        (found) => setAsked([...found]),
        (problem) => signal?.aborted || setError(asApiError(problem).message),
      ),
    [id],
  )
  useEffect(() => {
    if (!missing) return undefined
    const left = new AbortController()
    void ask(left.signal)
    return () => left.abort()
  }, [missing, ask])

  const again = () => {
    setError('')
    void ask()
  }
  return { yolos: known ?? asked, error, again }
}

function onCard({ yolos, yoloCount }: Card, viewer: number | null): Yolo[] | null {
  if (viewer !== null && isAdmin({ id: viewer })) return yolos.length === yoloCount ? yolos : null
  const own = yolos.filter(({ userId }) => userId === viewer)
  return own.length > 0 ? own : null
}
