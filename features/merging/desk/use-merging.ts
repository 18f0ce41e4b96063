import type { Output } from '#platform/contract/wire.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import { api, asApiError } from '#platform/web/api/api.ts'
import { useCall } from '#platform/web/api/use-call.ts'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { refetchLists } from '#features/admin/table/use-list-pages.ts'
import type { MergePair } from '#features/admin/links/merge.ts'

type Compared = Output<'GET /admin/merge/comparison'>

/** Returns a function that undoes a merging and shows the result in a toast. */
export function useUndoMerge() {
  const toast = useToast()
  return async (id: number, names: { goes: string; stays: string }) => {
    try {
      const { stillJoined } = await api('POST /admin/merges/:id/undo', { id })
      const left =
        stillJoined > 0
          ? ` ${countWithNoun(stillJoined, 'favorite')} of members who had both stay one: they were changed since.`
          : ''
      toast(`${names.goes} and ${names.stays} are two again.${left}`)
    } catch (error) {
      toast({ text: asApiError(error).message, tone: 'bad' })
    }
    await refetchLists()
  }
}

/**
 * Returns a function that merges two dishes or restaurants and offers to undo it in a toast; `error` is the message of
 * the server's refusal. The caller must leave the comparison's page before it fetches the lists again, because merged
 * things can no longer be compared.
 */
export function useMerging() {
  const items = useCall('POST /items/:id/merge')
  const restaurants = useCall('POST /restaurants/:id/merge')
  const toast = useToast()
  const undo = useUndoMerge()
  const merge = async ({ kind, goes, stays }: MergePair, compared: Compared): Promise<boolean> => {
    const call = kind === 'item' ? items : restaurants
    const done = await call.run({ id: goes, into: stays, version: compared.version })
    if (!done) return false
    const names = { goes: compared.goes.name, stays: compared.stays.name }
    toast({
      text: `${names.goes} is ${names.stays} now.`,
      action: { label: 'Undo', onPress: () => void undo(done.merge, names) },
    })
    return true
  }
  const error = items.error ?? restaurants.error
  return { busy: items.busy || restaurants.busy, error: error?.message ?? null, merge }
}
