import { nameKey } from '#features/items/names.ts'
import { asApiError } from '#platform/web/api/api.ts'
import { loadQueue } from '#platform/web/queue/send-or-keep.ts'
import {
  useWaitingEntries,
  type WaitingEntrySummary,
  waitingEntriesOfMember,
} from '#platform/web/queue/waiting-lines.ts'
import { session } from '#platform/web/session/session.ts'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { favoriteOfDish, waitsForDelete } from './waits.ts'
import { keptDishes } from './wizard/kept-dishes.ts'
import { yoloKey } from './yolo-key.ts'

type Favorite = { id: number; itemName: string }
type Entries = readonly WaitingEntrySummary[]

/** The deletions of one of the viewer's favorites. One that an earlier version kept is known by its words. */
const ofFavorite = (entries: Entries, { id, itemName }: Favorite) =>
  entries.filter(
    ({ about, state, removes, words }) =>
      about === yoloKey({ id }) &&
      state === 'waiting' &&
      (removes !== undefined || words === waitsForDelete(id, itemName).words),
  )

/** The deletions of the viewer's favorite of a dish. */
const ofDish = (entries: Entries, itemId: number) =>
  entries.filter(({ state, removes }) => state === 'waiting' && removes === favoriteOfDish(itemId))

const own = () => waitingEntriesOfMember(session().id)

/** Returns the deletions of one of the viewer's favorites that wait on the device. */
export const waitingDeletionsOf = (yolo: Favorite) => ofFavorite(own(), yolo)

/** Returns a function that tells whether the deletion of one of the viewer's favorites waits on the device. */
export function useIsDeletionWaiting() {
  const entries = useWaitingEntries()
  return (yolo: Favorite): boolean => ofFavorite(entries, yolo).length > 0
}

/** Returns the deletions of the viewer's favorite of a dish that wait on the device. */
export const waitingDeletionsOfDish = (itemId: number) => ofDish(own(), itemId)

type Dish = {
  itemId: number | null
  itemName: string
  restaurant: { placeId: string } | null
  categoryId: number | null
}

/** Returns those of a dish that may only be named: then it is looked for among the dishes that the device keeps. */
export async function findWaitingDeletions(dish: Dish): Promise<Entries> {
  const { itemId, itemName, restaurant, categoryId } = dish
  if (itemId !== null) return waitingDeletionsOfDish(itemId)
  if (!restaurant || !own().some(({ removes }) => removes)) return []
  const same = (await keptDishes(restaurant.placeId)).find(
    (one) => one.categoryId === categoryId && nameKey(one.itemName) === nameKey(itemName),
  )
  return same ? waitingDeletionsOfDish(same.id) : []
}

/**
 * Returns a function that returns a dish as the wizard offers it: one of the viewer's favorites whose deletion waits can
 * be chosen, which calls the deletion off.
 */
export function useChoosable() {
  const entries = useWaitingEntries()
  return <Offered extends { id: number; used: boolean }>(dish: Offered): Offered => ({
    ...dish,
    used: dish.used && ofDish(entries, dish.id).length === 0,
  })
}

/**
 * Calls these deletions off, so that their favorite stays. One that may have been sent is followed by what brings the
 * favorite back. Returns a function that lets the deletion wait again in its place, or null if there was none.
 */
export async function callOffDeletions(deletions: Entries, itemName: string) {
  const { id: memberId } = session()
  if (deletions.length === 0 || memberId === null) return null
  const { callOff, entriesOf } = await loadQueue()
  const entries = (await entriesOf(memberId)).filter(({ id }) =>
    deletions.some((deletion) => deletion.id === id),
  )
  let putBack: (() => Promise<void>) | null = null
  for (const { id, input, about } of entries)
    putBack = await callOff(id, {
      route: 'POST /yolos/:yoloId/restore',
      input,
      about,
      words: `Keep ${itemName} among your favorites`,
    })
  return putBack
}

/**
 * Returns a function that calls these deletions of a favorite off and says so, with an Undo. It returns whether there
 * was one.
 */
export function useCallOffDeletions() {
  const toast = useToast()
  return async (deletions: Entries, itemName: string): Promise<boolean> => {
    const deleteAgain = await callOffDeletions(deletions, itemName)
    if (!deleteAgain) return false
    const undo = () =>
      deleteAgain().catch((error: unknown) =>
        toast({ text: asApiError(error).message, tone: 'bad' }),
      )
    const text = `${itemName} stays among your favorites.`
    const about = deletions[0]!.about
    toast({ text, about, action: { label: 'Undo', onPress: () => void undo() } })
    return true
  }
}
