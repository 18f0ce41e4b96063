import { lazy } from 'react'
import { NoMap } from '#features/map/map-words.tsx'
import { lazyComponent } from '#platform/web/lazy-component.tsx'

/** The list beside stays where the map's part doesn't come. */
const without = {
  default: () => (
    <section aria-label="Map" style={{ blockSize: '100%' }}>
      <NoMap />
    </section>
  ),
}
const map = () => import('./list-map.tsx')

export const ListMap = lazyComponent(
  import.meta.env.SSR ? (await map()).default : lazy(() => map().catch(() => without)),
)
