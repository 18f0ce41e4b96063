import { useState, type ReactNode } from 'react'
import { countWithNoun, pluralize } from '#platform/text/plural.ts'
import { api, asApiError } from '#platform/web/api/api.ts'
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { refetchLists } from '#features/admin/table/use-list-pages.ts'
import { stayDeletedText } from './stay-deleted.ts'

export type DeletableTarget = {
  id: number
  name: string
  /** True if a member added the restaurant and an import brought it, too. */
  imported?: boolean
}
export type DeletableKind = 'item' | 'restaurant'

const remove = (kind: DeletableKind, id: number) =>
  kind === 'item'
    ? api('PUT /items/delete', { itemId: id })
    : api('PUT /restaurant/delete', { restaurantId: id })
const restore = (kind: DeletableKind, id: number) =>
  kind === 'item'
    ? api('PUT /items/restore', { itemId: id })
    : api('PUT /restaurant/restore', { restaurantId: id })

const nameOf = (kind: DeletableKind, things: readonly DeletableTarget[]) =>
  things.length === 1 ? things[0]!.name : countWithNoun(things.length, kind)

const aboutOf = (kind: DeletableKind, things: readonly DeletableTarget[]) =>
  `${kind} ${things.map(({ id }) => id).join()}`

/** Returns a function that restores items or restaurants, and reports how many of their yolos stay deleted. */
export function useRestore() {
  const toast = useToast()
  return async (kind: DeletableKind, things: readonly DeletableTarget[]) => {
    try {
      let left = 0
      for (const { id } of things) left += (await restore(kind, id)).yolos.left
      const lost = left > 0 ? ` ${stayDeletedText(left)}` : ''
      toast({
        text: `${nameOf(kind, things)} ${pluralize(things.length, 'is', 'are')} back.${lost}`,
        about: aboutOf(kind, things),
      })
    } catch (error) {
      toast({ text: asApiError(error).message, tone: 'bad' })
    }
    await refetchLists()
  }
}

/**
 * Deletes items or restaurants after a confirmation, with an Undo. If all were deleted, `done` is called before the
 * lists are fetched again.
 */
export function useDeletion(kind: DeletableKind, done: () => unknown = () => {}) {
  const [asking, setAsking] = useState<readonly DeletableTarget[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const toast = useToast()
  const bringBack = useRestore()

  async function yes(things: readonly DeletableTarget[]) {
    setBusy(true)
    setFailed(null)
    const gone: DeletableTarget[] = []
    try {
      for (const thing of things) {
        await remove(kind, thing.id)
        gone.push(thing)
      }
      setAsking(null)
      await done()
    } catch (error) {
      setFailed(asApiError(error).message)
      setAsking(things.slice(gone.length))
    }
    setBusy(false)
    if (gone.length === 0) return
    toast({
      text: `${nameOf(kind, gone)} deleted.`,
      about: aboutOf(kind, gone),
      action: { label: 'Undo', onPress: () => void bringBack(kind, gone) },
    })
    await refetchLists()
  }

  const dialog: ReactNode = (
    <ConfirmDialog
      open={asking !== null}
      title={asking && `Delete ${nameOf(kind, asking)}?`}
      yes="Yes"
      no="No"
      danger
      busy={busy}
      onYes={() => void (asking && yes(asking))}
      onNo={() => {
        setAsking(null)
        setFailed(null)
      }}
    >
      <p>
        {kind === 'item'
          ? 'The yolos on it go too. It can be undone for 90 days.'
          : 'Its items and the yolos on them go too. It can be undone for 90 days.'}
      </p>
      {asking?.some(({ imported }) => imported) && (
        <p>
          An import brought this restaurant, too, and won’t bring it again. To delete only what
          members saved here, choose its items.
        </p>
      )}
      <Banner tone="bad">{failed}</Banner>
    </ConfirmDialog>
  )
  return { ask: (...things: DeletableTarget[]) => setAsking(things), dialog }
}
