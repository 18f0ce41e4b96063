import { lazy, memo, Suspense } from 'react'
import { useRevalidator } from 'react-router'
import { isAdmin, canEditYoloOf } from '#domain/vocabulary/roles.ts'
import { DishCard, type DishCardProps } from '#features/items/dish-card.tsx'
import { useSession } from '#platform/web/session/session.ts'
import type { CardYolo } from './edit/actions.tsx'

const DishSettings = lazy(() => import('./edit/dish-settings.tsx'))

type Props = Omit<DishCardProps, 'footer'> & {
  /** The yolo that this card is about. Without it, the card is about the dish. */
  yolo?: CardYolo
  /** Called after the page has reloaded its data. */
  onReload?: () => void
}

/** A dish's card, with settings for viewers who may change it. */
export const EditableDishCard = memo(({ yolo, onReload, ...dish }: Props) => (
  <DishCard
    {...dish}
    footer={<EditableDishSettings card={dish.card} yolo={yolo} onReload={onReload} />}
  />
))
EditableDishCard.displayName = 'EditableDishCard'

/** The settings without the card, for the dish's own page. */
export function EditableDishSettings({
  card,
  yolo,
  onReload,
}: Pick<Props, 'card' | 'yolo' | 'onReload'>) {
  const { revalidate } = useRevalidator()
  const session = useSession()
  const mayChange = yolo ? canEditYoloOf(session, yolo.userId) : card.used || isAdmin(session)
  return (
    mayChange && (
      <Suspense>
        <DishSettings card={card} yolo={yolo} reload={() => void revalidate().then(onReload)} />
      </Suspense>
    )
  )
}
