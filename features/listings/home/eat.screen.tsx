import { eatTiles, foodCategories } from '#domain/vocabulary/categories.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { GroupPage } from './group-page.tsx'

export const handle: Handle = {
  title: 'Eat',
  description:
    'Burgers, handhelds, breakfast, entrees, dessert, pizza, apps and sides: the best near you.',
}

/** Fast Food, whose page leads back here. */
const withoutTile = foodCategories.filter((category) => !eatTiles.includes(category))

export const Component = () => (
  <GroupPage title="Eat" tiles={eatTiles} other="drinks" more={withoutTile} />
)
