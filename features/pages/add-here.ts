import { categoryBySlug } from '#domain/vocabulary/categories.ts'

const kinds: Record<string, string> = { restaurant: 'restaurant', dish: 'item' }

/** The way to add a favorite, with what the page one is on says already. */
export function addHere(pathname: string): string {
  const [, first = '', second = ''] = pathname.split('/')
  const kind = kinds[first]
  if (kind) return /^[1-9]\d{0,9}$/.test(second) ? `/add-yolo?${kind}=${second}` : '/add-yolo'
  const category = categoryBySlug(first)
  return category ? `/add-yolo?category=${category.id}` : '/add-yolo'
}
