import { lazy } from 'react'
import { MapFailed } from '#features/map/map-message.tsx'
import { withSuspense } from '#platform/web/hydration/lazy-component.tsx'

const panel = () => import('./filter-panel.tsx')
const chosen = () => import('./chosen-filters.tsx')
const nothing = () => import('./nothing-found.tsx')
const likely = () => import('./likely-restaurants.tsx')
const map = () => import('./list-map.tsx')

export const FilterPanel = withSuspense(import.meta.env.SSR ? (await panel()).default : lazy(panel))
export const ChosenFilters = withSuspense(
  import.meta.env.SSR ? (await chosen()).default : lazy(chosen),
)
export const NothingFound = withSuspense(
  import.meta.env.SSR ? (await nothing()).default : lazy(nothing),
)

export const LikelyRestaurants = withSuspense(
  import.meta.env.SSR ? (await likely()).default : lazy(likely),
)

/**
 * Shown in place of the map if its script can't be loaded, so that the list next to it still works. Without the <div>,
 * Preact would hydrate the map's <section> and <p> from the server, and keep their attributes, which hide the message.
 */
const without = {
  default: () => (
    <div style={{ blockSize: '100%' }}>
      <section aria-label="Map" style={{ blockSize: '100%' }}>
        <MapFailed />
      </section>
    </div>
  ),
}
export const ListMap = withSuspense(
  import.meta.env.SSR ? (await map()).default : lazy(() => map().catch(() => without)),
)
