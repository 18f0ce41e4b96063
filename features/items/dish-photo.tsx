import { CategoryArt } from '#features/categories/category-art.tsx'
import { useViewTransitionState } from 'react-router'
import { toPhotoSource } from '#features/photos/names.ts'
import { Photo, type PhotoProps } from '#platform/web/ui/photo.tsx'
import type { ShownCard } from './contract.ts'

type Props = Pick<PhotoProps, 'first' | 'shape' | 'sizes'> & { card: ShownCard }

/**
 * A dish's photo. Between a list and the page of the dish or its restaurant, it moves with a view transition if the
 * browser supports those.
 */
export function DishPhoto({ card, ...shape }: Props) {
  const { id, photo, categoryId, restaurantId } = card
  const toDish = useViewTransitionState(`/dish/${id}`)
  const toRestaurant = useViewTransitionState(`/restaurant/${restaurantId}`)
  const moving = toDish || toRestaurant
  return (
    <Photo
      {...shape}
      photo={photo && toPhotoSource(photo.image, photo.color)}
      // The style is set only during the transition, because the server never renders a style attribute.
      style={moving ? { viewTransitionName: `dish-${id}` } : undefined}
    >
      <CategoryArt category={categoryId} seed={id} />
    </Photo>
  )
}
