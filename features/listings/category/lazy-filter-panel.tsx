import { lazy, Suspense, type ComponentProps } from 'react'
import Drawn from './filter-panel.tsx'

// The server draws it where an address asks for it; a browser fetches it when it is opened.
const Panel = import.meta.env.SSR ? Drawn : lazy(() => import('./filter-panel.tsx'))

export const FilterPanel = (props: ComponentProps<typeof Drawn>) => (
  <Suspense>
    <Panel {...props} />
  </Suspense>
)
