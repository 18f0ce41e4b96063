import { lazy } from 'react'
import { lazyComponent } from '#platform/web/lazy-component.tsx'

const panel = () => import('./tag-panel.tsx')

export const TagPanel = lazyComponent(import.meta.env.SSR ? (await panel()).default : lazy(panel))
