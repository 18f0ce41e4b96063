import { lazy, Suspense, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ShownCard } from '#features/items/contract.ts'
import { isAdmin, isSpecialUser } from '#domain/vocabulary/roles.ts'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { useSession } from '#platform/web/session/session.ts'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Chip, Chips } from '#platform/web/ui/list/chip.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { Skeleton } from '#platform/web/ui/page/skeleton.tsx'
import { useLoadOnChange } from '#platform/web/api/use-load.ts'
import type { YoloEditName, CardYolo } from './actions.tsx'
import css from './dish-settings.module.css'

const Actions = lazy(() => import('./actions.tsx'))

type Props = {
  card: ShownCard
  /** The yolo to change. Without it, the viewer's own yolo of the dish or, for an admin, any of the dish's yolos. */
  yolo?: CardYolo
  /** Reloads the page's data. */
  reload: () => void
}

/** Settings with which a yolo's owner or an admin can change it. */
export default function DishSettings({ card, yolo: only, reload }: Props) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useId()
  const close = () => {
    // A modal dialog lets nothing behind it have the focus, so it must be gone first.
    flushSync(() => setOpen(false))
    opener.current?.focus({ preventScroll: true })
  }
  return (
    <Stack gap={2}>
      <div className={css.opener}>
        <Button
          ref={opener}
          variant="quiet"
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
  const session = useSession()
  const { data, error, retry } = useLoadOnChange(
    'GET /items/:id/editable-yolos',
    only ? null : { id: card.id },
  )
  const yolos = only ? [only] : data
  const [chosen, setChosen] = useState<number | null>(null)
  const [action, setAction] = useState<YoloEditName | null>(null)
  const yolo = yolos?.length === 1 ? yolos[0] : yolos?.find(({ id }) => id === chosen)

  if (error) return <TryAgain message={error.message} onRetry={retry} />
  if (!yolos) return <Skeleton lines={2} />
  if (yolos.length === 0) return <p>Nobody’s yolo of this dish can be changed any more.</p>
  const mayAdjust = isAdmin(session) || isSpecialUser(session)
  return (
    <Stack gap={3}>
      {yolos.length > 1 && (
        <>
          <p>Whose yolo?</p>
          <Chips label="Whose yolo?">
            {yolos.map(({ id, userName, description, image }) => (
              <Chip key={id} pressed={id === chosen} onClick={() => setChosen(id)}>
                {userName}
                <small>
                  {[description.slice(0, 60), image && 'photo'].filter(Boolean).join(' · ')}
                </small>
              </Chip>
            ))}
          </Chips>
        </>
      )}
      <Row gap={2}>
        {choicesOf(card, yolo, mayAdjust).map(([choice, label]) => (
          <Button
            key={choice}
            variant={choice === 'delete' ? 'danger' : 'secondary'}
            size="small"
            onClick={() => setAction(choice)}
          >
            {label}
          </Button>
        ))}
      </Row>
      {action && (
        <Suspense>
          <Actions
            action={action}
            card={card}
            // If no yolo is chosen, the only action is on the dish's upvotes, which doesn't depend on the yolo.
            yolo={yolo ?? yolos[0]!}
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

type Choice = readonly [YoloEditName, label: string]

function choicesOf(card: ShownCard, yolo: CardYolo | undefined, mayAdjust: boolean): Choice[] {
  const upvotes: Choice[] = mayAdjust ? [['upvotes', 'Upvote Yolo']] : []
  if (!yolo) return upvotes
  const { description, yoloTags, image } = yolo
  const tags: Choice = ['tags', yoloTags.length > 0 ? 'Edit Tags' : 'Add Tags']
  return [
    ['text', description ? 'Edit Yolo Text' : 'Add Yolo Text'],
    ['name', 'Edit Yolo Name'],
    ['category', 'Change Category'],
    ...(categoryById(card.categoryId)?.hasTags ? [tags] : []),
    ['photo', 'Edit or upload photo'],
    ...(image === null ? [] : ([['no-photo', 'Remove photo']] as const)),
    ...upvotes,
    ['delete', 'Delete Yolo'],
  ]
}
