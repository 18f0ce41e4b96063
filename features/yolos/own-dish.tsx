import { lazy, Suspense } from 'react'
import { useRevalidator } from 'react-router'
import { isAdmin, canEditYoloOf } from '#domain/vocabulary/roles.ts'
import { DishCard, type DishCardProps } from '#features/items/dish-card.tsx'
import { forceRevalidation } from '#platform/web/navigation/forced-revalidation.ts'
import { useSession } from '#platform/web/session/session.ts'
import type { CardYolo } from './edit/actions.tsx'
import { useCardWithWaitingEdits, useYoloWithWaitingEdits } from './waiting-edits.ts'

const DishSettings = lazy(() => import('./edit/dish-settings.tsx'))

type Props = Omit<DishCardProps, 'footer'> & {
  /** The yolo that this card is about. Without it, the card is about the dish. */
  yolo?: CardYolo
  /** Called after the page has reloaded its data. */
  onReload?: () => void
}

/** A dish's card, with settings for viewers who may change it. */
export function EditableDishCard({ yolo, onReload, ...dish }: Props) {
  const { card } = dish
  const may = useMayChange(card, yolo)
  return (
    <DishCard
      {...dish}
      card={useCardWithWaitingEdits(card, yolo)}
      footer={may && <EditableDishSettings card={card} yolo={yolo} onReload={onReload} />}
    />
  )
}

/** The settings without the card, for the dish's own page. */
export function EditableDishSettings({
  card,
  yolo,
  onReload,
}: Pick<Props, 'card' | 'yolo' | 'onReload'>) {
  const { revalidate } = useRevalidator()
  const { id } = useSession()
  const may = useMayChange(card, yolo)
  const own = card.yolos.find(({ userId }) => userId === id)
  const editedCard = useCardWithWaitingEdits(card, yolo ?? own)
  const edited = useYoloWithWaitingEdits()
  // A list keeps its data for the same address otherwise.
  const reload = () => void forceRevalidation(revalidate).then(onReload)
  return (
    may && (
      <Suspense>
        <DishSettings card={editedCard} yolo={yolo && edited(yolo)} reload={reload} />
      </Suspense>
    )
  )
}

function useMayChange(card: Props['card'], yolo: CardYolo | undefined): boolean {
  const session = useSession()
  return yolo ? canEditYoloOf(session, yolo.userId) : card.used || isAdmin(session)
}
