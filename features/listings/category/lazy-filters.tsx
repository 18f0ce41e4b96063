import { lazy } from 'react'
import { late } from '#platform/web/late.tsx'

const panel = () => import('./filter-panel.tsx')
const chosen = () => import('./chosen-filters.tsx')
const nothing = () => import('./nothing-near.tsx')

export const FilterPanel = late(import.meta.env.SSR ? (await panel()).default : lazy(panel))
export const ChosenFilters = late(import.meta.env.SSR ? (await chosen()).default : lazy(chosen))
export const NothingNear = late(import.meta.env.SSR ? (await nothing()).default : lazy(nothing))
