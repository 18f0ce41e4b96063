import { useEffect } from 'react'
import { nameKey } from '#features/items/names.ts'
import { describeWaitingSave } from '#features/yolos/waits.ts'
import { api } from '#platform/web/api/api.ts'
import { loadQueue } from '#platform/web/queue/send-or-keep.ts'
import { waitingEntrySummaries } from '#platform/web/queue/waiting-lines.ts'
import { session } from '#platform/web/session/session.ts'
import { type BroughtPlace, changePlaces, type ChosenFavorite, progress } from './progress.ts'

/** Returns the queue's description of a chosen favorite that can't be sent now. */
export const waitsFor = ({ restaurant, categoryId, itemName }: ChosenFavorite) =>
  describeWaitingSave({ placeId: restaurant.placeId, categoryId, itemName }, restaurant.name)

/** Marks places as saved once their waiting favorites were sent, and as chosen again if those were discarded. */
export async function settleWaiting(): Promise<void> {
  const { id } = session()
  const waiting = progress().places.filter(({ state }) => state === 'waits')
  if (id === null || waiting.length === 0) return
  const entries = await (await loadQueue()).entriesOf(id)
  const entryOf = ({ favorite }: BroughtPlace) => {
    const about = favorite && waitsFor(favorite).about
    return entries.findLast((one) => one.about === about)
  }
  // The queue doesn't keep for long what it has sent.
  const isMissing = waiting.some((place) => !entryOf(place))
  const own = isMissing ? (await api('GET /my-page', {})).items.map(keyOf) : []
  const changes = waiting.flatMap((place) => {
    const entry = entryOf(place)
    if (entry && entry.state !== 'sent') return []
    const { restaurant, ...dish } = place.favorite!
    const isSaved = entry || own.includes(keyOf({ ...dish, restaurantName: restaurant.name }))
    return [[place.id, isSaved ? saved : discarded] as const]
  })
  if (changes.length > 0) changePlaces(new Map(changes))
}

type Named = { restaurantName: string; categoryId: number; itemName: string }
const keyOf = ({ restaurantName, categoryId, itemName }: Named) =>
  JSON.stringify([restaurantName, categoryId, nameKey(itemName)])

const saved = { state: 'saved' } as const
const discarded = {
  state: 'chosen',
  problem: 'It no longer waits on this device. Save it, or change it.',
} as const

/** Settles what waited now, and whenever the queue changes. */
export function useSettleWaiting(): void {
  useEffect(() => {
    // If the queue can't be read, the places go on waiting.
    const settle = () => void settleWaiting().catch(() => {})
    settle()
    return waitingEntrySummaries.subscribe(settle)
  }, [])
}
