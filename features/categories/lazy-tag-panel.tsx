import { lazy } from 'react'
import { withSuspense } from '#platform/web/hydration/lazy-component.tsx'

const panel = () => import('./tag-panel.tsx')

export const TagPanel = withSuspense(import.meta.env.SSR ? (await panel()).default : lazy(panel))
