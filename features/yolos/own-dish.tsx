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
export const EditableDishCard = memo(({ yolo, onReload, ...dish }: Props) => {
  const { card } = dish
  const mayChange = useMayChange(card, yolo)
  return (
    <DishCard
      {...dish}
      footer={mayChange && <Settings card={card} yolo={yolo} onReload={onReload} />}
    />
  )
})
EditableDishCard.displayName = 'EditableDishCard'

type CardProps = Pick<Props, 'card' | 'yolo' | 'onReload'>

/** The settings without the card, for the dish's own page. */
export const EditableDishSettings = ({ card }: Pick<Props, 'card'>) =>
  useMayChange(card) && <Settings card={card} />

function useMayChange(card: Props['card'], yolo?: CardYolo) {
  const session = useSession()
  return yolo ? canEditYoloOf(session, yolo.userId) : card.used || isAdmin(session)
}

function Settings({ card, yolo, onReload }: CardProps) {
  const { revalidate } = useRevalidator()
  return (
    <Suspense>
      <DishSettings card={card} yolo={yolo} reload={() => void revalidate().then(onReload)} />
    </Suspense>
  )
}
