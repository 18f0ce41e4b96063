import { useState } from 'react'
import type { Output } from '#platform/contract/wire.ts'
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx'
import { milesText } from './of-restaurant.tsx'
import type { Kind } from '#features/admin/links/merge.ts'

type Props = {
  kind: Kind
  comparison: Output<'GET /admin/merge/comparison'>
  busy: boolean
  onYes: () => void
  onNo: () => void
}

/** 'Are you sure?', and once more where the two are far apart. */
export function Ask({ kind, comparison, busy, onYes, onNo }: Props) {
  const { goes, stays, far, miles } = comparison
  const [again, setAgain] = useState(false)
  return again ? (
    <ConfirmDialog
      key="again"
      open
      title={`They are ${milesText(miles)} apart`}
      yes="They are one: merge"
      no="No"
      danger
      busy={busy}
      onYes={onYes}
      onNo={onNo}
    >
      <p>{goes.address}</p>
      <p>{stays.address}</p>
      <p>Two branches of a chain are not one restaurant. Are you sure that these are?</p>
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      key="first"
      open
      title={`Merge ${goes.name} into ${stays.name}?`}
      yes="Yes"
      no="No"
      busy={busy}
      onYes={far ? () => setAgain(true) : onYes}
      onNo={onNo}
    >
      <p>
        {kind === 'item'
          ? 'The first leads to the second from then on.'
          : 'The first’s page leads to the second’s from then on, and its dishes are there.'}{' '}
        It can be undone until one of the two is merged again, deleted or moved.
      </p>
    </ConfirmDialog>
  )
}
