import { lazy } from 'react'
import { late } from '#platform/web/late.tsx'

const map = () => import('./list-map.tsx')

export const ListMap = late(import.meta.env.SSR ? (await map()).default : lazy(map))
