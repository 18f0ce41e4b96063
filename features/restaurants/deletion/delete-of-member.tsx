import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { countWithNoun, pluralize } from '#platform/text/plural.ts'
import { useCall } from '#platform/web/api/use-call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'

type Props = { member: { id: number; userName: string }; alone: number }

/** Deletes the restaurants that only this member speaks for, after a confirmation. Shown only if there are any. */
export function DeleteRestaurants({ member: { id, userName }, alone }: Props) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const { run, error, clear } = useCall('POST /admin/members/:id/delete-restaurants')
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const box = useRef<HTMLSpanElement>(null)
  const deleteAll = async () => {
    setBusy(true)
    let gone = 0
    let done = await run({ id })
    for (; done; done = await run({ id })) {
      gone += done.deleted
      if (done.left === 0 || done.deleted === 0) break
    }
    setBusy(false)
    if (done) {
      setOpen(false)
      const { kept } = done
      const stay = `${kept} ${pluralize(kept, 'stays', 'stay')}: others have favorites there, or brought ${pluralize(kept, 'it', 'them')}, too.`
      toast({
        text: `${countWithNoun(gone, 'restaurant')} deleted.${kept > 0 ? ` ${stay}` : ''}`,
      })
    }
    await revalidate()
    // The button that had the focus is gone.
    if (done) box.current?.focus()
  }
  return (
    <span ref={box} tabIndex={-1}>
      {alone > 0 && (
        <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
          Delete restaurants ({alone})
        </Button>
      )}
      <ConfirmDialog
        open={open}
        title={`Delete ${countWithNoun(alone, 'restaurant')} that ${userName} added?`}
        yes="Yes"
        no="No"
        danger
        busy={busy}
        onYes={() => void deleteAll()}
        onNo={() => {
          setOpen(false)
          clear()
        }}
      >
        <p>
          Their items and the yolos on them go too. Each can be brought back on its page for 90
          days. Those stay where other verified members have favorites or upvoted a dish, or which
          an import or another member brought, too.
        </p>
        <Banner tone="bad">{error?.message}</Banner>
      </ConfirmDialog>
    </span>
  )
}
