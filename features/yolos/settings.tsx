import { lazy, Suspense, useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Card } from '#features/items/contract.ts'
import { isAdmin, isSpecialUser } from '#features/accounts/roles.ts'
import { categoryById } from '#features/categories/categories.ts'
import { useSession } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Row, Stack } from '#platform/web/ui/layout.tsx'
import type { Deed } from './settings-deeds.tsx'

const Deeds = lazy(() => import('./settings-deeds.tsx'))

/** What the owner of a dish's yolo (its only one on this card), or an admin, may change about it. */
export function DishSettings({ card }: { card: Card }) {
  const { id } = useSession()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState(false)
  const [deed, setDeed] = useState<Deed | null>(null)
  const panel = useId()
  const [yolo] = card.yolos
  if (!yolo) return null

  const viewer = id === null ? null : { id }
  const choices: Array<[Deed, string] | false> = [
    ['text', yolo.description ? 'Edit Yolo Text' : 'Add Yolo Text'],
    ['name', 'Edit Yolo Name'],
    ['category', 'Change Category'],
    categoryById(card.categoryId)?.hasTags === true && ['tags', 'Add Tags'],
    (isAdmin(viewer) || isSpecialUser(viewer)) && ['upvotes', 'Upvote Yolo'],
    ['delete', 'Delete Yolo'],
  ]
  return (
    <Stack gap={2}>
      <Row>
        <Button
          look="quiet"
          size="small"
          aria-expanded={open}
          aria-controls={open ? panel : undefined}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Close Settings' : 'Yolo Settings'}
          <span className="visually-hidden">: {card.itemName}</span>
        </Button>
      </Row>
      {open && (
        <div id={panel}>
          <Row>
            {choices.map(
              (choice) =>
                choice && (
                  <Button
                    key={choice[0]}
                    look={choice[0] === 'delete' ? 'danger' : 'secondary'}
                    size="small"
                    onClick={() => setDeed(choice[0])}
                  >
                    {choice[1]}
                  </Button>
                ),
            )}
          </Row>
        </div>
      )}
      {deed && (
        <Suspense>
          <Deeds
            deed={deed}
            card={card}
            yolo={yolo}
            onClose={() => setDeed(null)}
            onDone={() => {
              setDeed(null)
              setOpen(false)
              void revalidate()
            }}
          />
        </Suspense>
      )}
    </Stack>
  )
}
