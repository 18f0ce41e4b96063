import { lazy, Suspense, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Card } from '#features/items/contract.ts'
import { isAdmin, isSpecialUser } from '#domain/vocabulary/roles.ts'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { useSession } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Chip, Chips } from '#platform/web/ui/list/chip.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { Skeleton } from '#platform/web/ui/page/skeleton.tsx'
import type { Action, Yolo } from './actions.tsx'
import css from './dish-settings.module.css'
import { useYolosToEdit } from './use-yolos-to-edit.ts'

const Actions = lazy(() => import('./actions.tsx'))

type Props = {
  card: Card
  /** The one they are about, where the page knows; else the viewer's own, or for an admin any of the dish. */
  yolo?: Yolo
  /** Reads what is shown again. */
  reload: () => void
}

/** What the owner of a yolo, or an admin, may change about it. */
export default function DishSettings({ card, yolo: only, reload }: Props) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useId()
  const [done, setDone] = useState(0)
  // The action's button has gone with the panel.
  useEffect(() => {
    if (done > 0) opener.current?.focus({ preventScroll: true })
  }, [done])
  // The whole card may go: then the keyboard goes on with the page.
  useLayoutEffect(() => {
    const button = opener.current
    return () => {
      if (document.activeElement === button)
        document.getElementById('content')?.focus({ preventScroll: true })
    }
  }, [])
  const close = () => {
    setOpen(false)
    setDone(done + 1)
  }
  return (
    <Stack gap={2}>
      <div className={css.opener}>
        <Button
          ref={opener}
          look="quiet"
          size="small"
          aria-expanded={open}
          aria-controls={open ? panel : undefined}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Close Settings' : 'Yolo Settings'}
          <span className="visually-hidden">: {card.itemName}</span>
        </Button>
      </div>
      {open && (
        <div id={panel} className={css.panel}>
          <Choices card={card} yolo={only} reload={reload} onDone={close} />
        </div>
      )}
    </Stack>
  )
}

function Choices({ card, yolo: only, reload, onDone }: Props & { onDone: () => void }) {
  const { id } = useSession()
  const viewer = id === null ? null : { id }
  const { yolos, error, again } = useYolosToEdit(card, only)
  const [chosen, setChosen] = useState<number | null>(null)
  const [action, setAction] = useState<Action | null>(null)

  if (error)
    return (
      <Row>
        <p role="alert">{error.message}</p>
        <Button look="secondary" size="small" onClick={again}>
          Try again
        </Button>
      </Row>
    )
  if (!yolos) return <Skeleton lines={2} />
  const yolo = yolos.length === 1 ? yolos[0] : yolos.find((one) => one.id === chosen)
  // Upvotes belong to the dish, not to a member's favourite.
  const about = yolo ?? yolos[0]
  const choices: Array<[Action, string] | false | undefined> = [
    yolo && ['text', yolo.description ? 'Edit Yolo Text' : 'Add Yolo Text'],
    yolo && ['name', 'Edit Yolo Name'],
    yolo && ['category', 'Change Category'],
    yolo &&
      categoryById(card.categoryId)?.hasTags === true && [
        'tags',
        yolo.yoloTags.length > 0 ? 'Edit Tags' : 'Add Tags',
      ],
    yolo && ['photo', 'Edit or upload photo'],
    yolo && yolo.image !== null && ['no-photo', 'Remove photo'],
    (isAdmin(viewer) || isSpecialUser(viewer)) && ['upvotes', 'Upvote Yolo'],
    yolo && ['delete', 'Delete Yolo'],
  ]
  return (
    <Stack gap={3}>
      {yolos.length === 0 && <p>Nobody’s yolo of this dish can be changed any more.</p>}
      {yolos.length > 1 && (
        <>
          <p>Whose yolo?</p>
          <Chips label="Whose yolo?">
            {yolos.map((one) => (
              <Chip key={one.id} pressed={one.id === chosen} onClick={() => setChosen(one.id)}>
                {one.userName}
              </Chip>
            ))}
          </Chips>
        </>
      )}
      {yolos.length > 0 && (
        <Row gap={2}>
          {choices.map(
            (choice) =>
              choice && (
                <Button
                  key={choice[0]}
                  look={choice[0] === 'delete' ? 'danger' : 'secondary'}
                  size="small"
                  onClick={() => setAction(choice[0])}
                >
                  {choice[1]}
                </Button>
              ),
          )}
        </Row>
      )}
      {action && about && (
        <Suspense>
          <Actions
            action={action}
            card={card}
            yolo={about}
            reload={reload}
            onClose={() => setAction(null)}
            onDone={() => {
              onDone()
              reload()
            }}
          />
        </Suspense>
      )}
    </Stack>
  )
}
