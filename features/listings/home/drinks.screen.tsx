import { drinkTiles } from '#domain/vocabulary/categories.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { GroupPage } from './group-page.tsx'

export const handle: Handle = {
  title: 'Drinks',
  description: 'Wine, mixed drinks, beer, coffee and all the rest: the best glass or cup near you.',
}

export const Component = () => <GroupPage title="Drinks" tiles={drinkTiles} other="eat" />
