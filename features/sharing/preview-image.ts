import type { Card } from '#features/items/contract.ts'

/** Returns the path of the best dish's photo, for the preview of a shared link. Without one the site's picture is shown. */
export function previewImage(cards: Pick<Card, 'photo'>[]): { image?: string } {
  const photo = cards.find(({ photo }) => photo)?.photo
  return photo ? { image: `/api/yolo-image/${photo.image}` } : {}
}
