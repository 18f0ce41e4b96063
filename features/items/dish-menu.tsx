import { useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import type { Card } from './contract.ts'
import { WhyThisRank } from './votes/why-this-rank.tsx'

type Props = {
  card: Card
  /** The dish's rank, if the list is a ranking. */
  place?: number
  expired: boolean
  onClose: () => void
  onConfirm: () => void
  onReport: () => void
  /** Absent if the card has no text or photo of another member that could be reported. */
  onAbuse?: () => void
}

/** The menu of a dish: why it has its rank, whether it is still on the menu, and reporting abuse. */
export default function DishActionsDialog(props: Props) {
  const { card, place, expired, onClose, onConfirm, onReport, onAbuse } = props
  const [why, setWhy] = useState(false)
  return (
    <>
      <Dialog open={!why} title={card.itemName} onClose={onClose}>
        <Stack gap={3}>
          <Button variant="secondary" wide onClick={() => setWhy(true)}>
            Why this rank
          </Button>
          <Button variant="secondary" wide onClick={onConfirm}>
            Still on the menu
          </Button>
          {!expired && (
            <Button variant="secondary" wide onClick={onReport}>
              No longer on the menu
            </Button>
          )}
          {onAbuse && (
            <Button variant="quiet" wide onClick={onAbuse}>
              Report
            </Button>
          )}
        </Stack>
      </Dialog>
      <Dialog open={why} title="Why this rank" onClose={onClose}>
        <WhyThisRank card={card} place={place} />
      </Dialog>
    </>
  )
}
