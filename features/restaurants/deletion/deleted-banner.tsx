import { useState } from 'react'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { useRestore, type DeletableKind, type DeletableTarget } from './use-deletion.tsx'

/** Says that an item or restaurant is deleted, with a button that restores it. */
export function DeletedBanner({ kind, thing }: { kind: DeletableKind; thing: DeletableTarget }) {
  const bringBack = useRestore()
  const [busy, setBusy] = useState(false)
  const restore = async () => {
    setBusy(true)
    await bringBack(kind, [thing])
    setBusy(false)
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
