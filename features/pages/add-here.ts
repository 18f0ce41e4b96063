import { categoryBySlug } from '#domain/vocabulary/categories.ts'

const kinds: Record<string, string> = { restaurant: 'restaurant', dish: 'item' }

/** Returns the path for adding a favorite, with the dish, restaurant or category of the present page. */
export function addFavoritePath(pathname: string): string {
  const [, first = '', second = ''] = pathname.split('/')
  const kind = kinds[first]
  if (kind) return /^[1-9]\d{0,9}$/.test(second) ? `/add-yolo?${kind}=${second}` : '/add-yolo'
  const category = categoryBySlug(first)
  return category ? `/add-yolo?category=${category.id}` : '/add-yolo'
}
