import { useViewTransitionState } from 'react-router'
import { sourcesOf } from '#features/photos/names.ts'
import { Photo, type PhotoProps } from '#platform/web/ui/photo.tsx'
import type { Card } from './contract.ts'

type Props = Pick<PhotoProps, 'first' | 'shape'> & { card: Card }

/** Between a list and its restaurant's page the picture moves over, where the browser can. */
export function DishPhoto({ card, ...look }: Props) {
  const { id, photo, categoryId, restaurantId } = card
  const moving = useViewTransitionState(`/restaurant/${restaurantId}`)
  return (
    // Only while it moves: the server never writes a style attribute.
    <div style={moving ? { viewTransitionName: `dish-${id}` } : undefined}>
      <Photo
        photo={photo && sourcesOf(photo.image, photo.colour)}
        category={categoryId}
        seed={id}
        {...look}
      />
    </div>
  )
}
