import { useRevalidator } from 'react-router'
import { isAdmin, mayEditYoloOf } from '#features/accounts/roles.ts'
import { DishCard, type DishCardProps } from '#features/items/dish-card.tsx'
import { useSession } from '#platform/web/session.ts'
import { DishSettings } from './settings.tsx'
import type { Yolo } from './settings-deeds.tsx'

type Props = Omit<DishCardProps, 'below'> & {
  /** The yolo that this card is about; without it the card is about the dish. */
  yolo?: Yolo
  /** After the page has read its own anew. */
  onReload?: () => void
}

/** A dish's card, with its settings for those who may change it. */
export function Dish({ yolo, onReload, ...dish }: Props) {
  const { id } = useSession()
  const { revalidate } = useRevalidator()
  const { card } = dish
  const viewer = id === null ? null : { id }
  const may = yolo ? mayEditYoloOf(viewer, yolo.userId) : card.used || isAdmin(viewer)
  const reload = () => void revalidate().then(onReload)
  return (
    <DishCard {...dish} below={may && <DishSettings card={card} yolo={yolo} reload={reload} />} />
  )
}
