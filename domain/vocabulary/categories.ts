export type CategoryGroup = 'food' | 'drinks'

type Entry = {
  id: number
  /** The name in the category list, titles, headings and calls. */
  name: string
  /** The text on tiles and pills. */
  label: string
  /** The path of the category's page, without the slash. */
  slug: string
  group: CategoryGroup
  /** True if lists can be filtered by tags. */
  hasTags: boolean
  /**
   * True if the add-yolo wizard has a tags step. Fast Food has none, because the wizard's last step offers the tags
   * dialog instead.
   */
  tagsInWizard: boolean
}

const food = { group: 'food', hasTags: true, tagsInWizard: true } as const
const drink = { group: 'drinks', hasTags: false, tagsInWizard: false } as const

/**
 * The fixed categories, in the order of the category list. Ids and slugs must never change, because rows, tags and URLs
 * refer to them. Tables of further facts are typed by these ids, so that they don't compile until a new category is
 * added to them.
 */
const list = [
  { id: 1, name: 'Entrees', label: 'Entree', slug: 'entree', ...food },
  { id: 2, name: 'Pizza', label: 'Pizza', slug: 'pizza', ...food },
  { id: 3, name: 'Burgers', label: 'Burgers', slug: 'burgers', ...food },
  { id: 4, name: 'Appetizers', label: 'Apps', slug: 'apps', ...food },
  { id: 5, name: 'Sides', label: 'Sides', slug: 'sides', ...food },
  { id: 6, name: 'Dessert', label: 'Dessert', slug: 'dessert', ...food },
  { id: 7, name: 'Breakfast', label: 'Breakfast', slug: 'breakfast', ...food },
  { id: 13, name: 'Handheld', label: 'Handheld', slug: 'handheld', ...food },
  {
    id: 14,
    name: 'Fast Food',
    label: 'Fast Food',
    slug: 'fast-food',
    ...food,
    tagsInWizard: false,
  },
  { id: 8, name: 'Wine', label: 'Wine', slug: 'wine', ...drink },
  { id: 9, name: 'Mixed Drinks', label: 'Mixed Drinks', slug: 'mixed-drinks', ...drink },
  { id: 10, name: 'Beer', label: 'Beer', slug: 'beer', ...drink },
  { id: 11, name: 'Coffee', label: 'Coffee', slug: 'coffee', ...drink },
  { id: 12, name: 'Other Drinks', label: 'Other Drinks', slug: 'other-drinks', ...drink },
] as const satisfies readonly Entry[]

export type CategoryId = (typeof list)[number]['id']
export type CategorySlug = (typeof list)[number]['slug']
export type Category = Entry & { id: CategoryId; slug: CategorySlug }

export const categories: readonly Category[] = list

export const categoryIds = categories.map(({ id }) => id)
const byId = new Map<number, Category>(categories.map((category) => [category.id, category]))
const bySlug = new Map<string, Category>(categories.map((category) => [category.slug, category]))

export function categoryById(id: CategoryId): Category
export function categoryById(id: number): Category | undefined
export function categoryById(id: number) {
  return byId.get(id)
}
export function categoryBySlug(slug: CategorySlug): Category
export function categoryBySlug(slug: string): Category | undefined
export function categoryBySlug(slug: string) {
  return bySlug.get(slug)
}
export const isCategoryId = (id: number): id is CategoryId => byId.has(id)

const inOrder = (...ids: CategoryId[]): readonly Category[] =>
  ids.map((id) => {
    const category = byId.get(id)
    if (!category) throw new Error(`There is no category ${id}.`)
    return category
  })

/** Home's nine tiles and the nine pills of /categories. */
export const homeTiles = inOrder(1, 2, 3, 13, 6, 7, 4, 5, 14)
export const eatTiles = inOrder(3, 13, 7, 1, 6, 2, 4, 5)
export const drinkTiles = inOrder(8, 9, 12, 11, 10)

export const foodCategories = categories.filter((category) => category.group === 'food')
export const drinkCategories = categories.filter((category) => category.group === 'drinks')
