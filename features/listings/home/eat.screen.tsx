import { eatTiles } from '#domain/vocabulary/categories.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { GroupPage } from './group-page.tsx'

export const handle: Handle = {
  title: 'Eat',
  description:
    'Burgers, handhelds, breakfast, entrees, dessert, pizza, apps and sides: the best near you.',
}

export const Component = () => <GroupPage title="Eat" tiles={eatTiles} other="drinks" />
