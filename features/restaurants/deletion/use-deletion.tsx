import { useState, type ReactNode } from 'react'
import { refetchLists } from '#features/admin/table.tsx'
import { countWithNoun } from '#platform/text/plural.ts'
import { api, asApiError } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/dialog.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'

export type DeletableTarget = { id: number; name: string }
export type DeletableKind = 'item' | 'restaurant'

/** Deletes items or restaurants after a confirmation. If all were deleted, `done` is called before lists are refetched. */
export function useDeletion(kind: DeletableKind, done: () => unknown = () => {}) {
  const [targets, setTargets] = useState<readonly DeletableTarget[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const toast = useToast()
  const nameOf = (things: readonly DeletableTarget[]) =>
    things.length === 1 ? things[0]!.name : countWithNoun(things.length, kind)

  async function deleteAll(things: readonly DeletableTarget[]) {
    setBusy(true)
    setProblem(null)
    try {
      for (const { id } of things)
        await (kind === 'item'
          ? api('PUT /items/delete', { itemId: id })
          : api('PUT /restaurant/delete', { restaurantId: id }))
      setTargets(null)
      toast(`${nameOf(things)} deleted.`)
      await done()
    } catch (error) {
      setProblem(asApiError(error).message)
    }
    setBusy(false)
    await refetchLists()
  }

  const dialog: ReactNode = (
    <ConfirmDialog
      open={targets !== null}
      title={targets && `Delete ${nameOf(targets)}?`}
      yes="Yes"
      no="No"
      danger
      busy={busy}
      onYes={() => void (targets && deleteAll(targets))}
      onNo={() => {
        setTargets(null)
        setProblem(null)
      }}
    >
      <p>The yolos there are hidden, too. Its page here restores it for 90 days.</p>
      <Banner tone="bad">{problem}</Banner>
    </ConfirmDialog>
  )
  return { ask: (...things: DeletableTarget[]) => setTargets(things), dialog }
}

/** Says that an item or restaurant is deleted, with a button that restores it. */
export function DeletedBanner({ kind, thing }: { kind: DeletableKind; thing: DeletableTarget }) {
  const [busy, setBusy] = useState(false)
  const toast = useToast()
  const restore = async () => {
    setBusy(true)
    try {
      const { lostYolos } = await (kind === 'item'
        ? api('PUT /items/restore', { itemId: thing.id })
        : api('PUT /restaurant/restore', { restaurantId: thing.id }))
      const lost =
        lostYolos > 0
          ? ` ${countWithNoun(lostYolos, 'favorite')} of members whose three places are filled are gone.`
          : ''
      toast(`${thing.name} is restored.${lost}`)
    } catch (error) {
      toast({ text: asApiError(error).message, tone: 'bad' })
    }
    setBusy(false)
    await refetchLists()
  }
  return (
    <Banner
      tone="warn"
      action={
        <Button variant="secondary" size="small" busy={busy} onClick={() => void restore()}>
          Restore
        </Button>
      }
    >
      This {kind} is deleted.
    </Banner>
  )
}
