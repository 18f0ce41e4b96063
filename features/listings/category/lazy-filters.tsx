import { lazy, Suspense, type ComponentType } from 'react'

/**
 * The server draws it where an address asks for it; a browser fetches it when it is needed. No import of it stands
 * here: with one its styles would bring it into the page's own scripts.
 */
function late<P extends object>(Late: ComponentType<P>) {
  return (props: P) => (
    <Suspense>
      <Late {...props} />
    </Suspense>
  )
}

const panel = () => import('./filter-panel.tsx')
const chosen = () => import('./chosen-filters.tsx')
const nothing = () => import('./nothing-such.tsx')

export const FilterPanel = late(import.meta.env.SSR ? (await panel()).default : lazy(panel))
export const ChosenFilters = late(import.meta.env.SSR ? (await chosen()).default : lazy(chosen))
export const NothingSuch = late(import.meta.env.SSR ? (await nothing()).default : lazy(nothing))
