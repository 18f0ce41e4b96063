import { lazy, Suspense, type ComponentProps } from 'react'
import { ListMap as Drawn } from './list-map.tsx'

// The server keeps its place; a browser fetches it where it is asked for.
const Map = import.meta.env.SSR
  ? Drawn
  : lazy(async () => ({ default: (await import('./list-map.tsx')).ListMap }))

export const ListMap = (props: ComponentProps<typeof Drawn>) => (
  <Suspense>
    <Map {...props} />
  </Suspense>
)
