import { lazy } from 'react'
import { lazyComponent } from '#platform/web/lazy-component.tsx'

const panel = () => import('./filter-panel.tsx')
const chosen = () => import('./chosen-filters.tsx')
const nothing = () => import('./nothing-near.tsx')

export const FilterPanel = lazyComponent(
  import.meta.env.SSR ? (await panel()).default : lazy(panel),
)
export const ChosenFilters = lazyComponent(
  import.meta.env.SSR ? (await chosen()).default : lazy(chosen),
)
export const NothingNear = lazyComponent(
  import.meta.env.SSR ? (await nothing()).default : lazy(nothing),
)
