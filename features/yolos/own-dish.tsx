import { lazy, Suspense } from 'react'
import { useRevalidator } from 'react-router'
import { isAdmin, canEditYoloOf } from '#domain/vocabulary/roles.ts'
import { DishCard, type DishCardProps } from '#features/items/dish-card.tsx'
import { HydrateInTurn } from '#platform/web/hydrate-in-turn.tsx'
import { useSession } from '#platform/web/session.ts'
import type { CardYolo } from './edit/actions.tsx'

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
    <HydrateInTurn>
      <DishCard
        {...dish}
        footer={may && <EditableDishSettings card={card} yolo={yolo} onReload={onReload} />}
      />
    </HydrateInTurn>
  )
}

/** The settings without the card, for the dish's own page. */
export function EditableDishSettings({
  card,
  yolo,
  onReload,
}: Pick<Props, 'card' | 'yolo' | 'onReload'>) {
  const { revalidate } = useRevalidator()
  const may = useMayChange(card, yolo)
  const reload = () => void revalidate().then(onReload)
  return (
    may && (
      <Suspense>
        <DishSettings card={card} yolo={yolo} reload={reload} />
      </Suspense>
    )
  )
}

function useMayChange(card: Props['card'], yolo: CardYolo | undefined): boolean {
  const session = useSession()
  return yolo ? canEditYoloOf(session, yolo.userId) : card.used || isAdmin(session)
}
