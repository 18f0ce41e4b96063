import { lazy } from 'react'
import { late } from '#platform/web/late.tsx'

const panel = () => import('./tag-panel.tsx')

export const TagPanel = late(import.meta.env.SSR ? (await panel()).default : lazy(panel))
