import { Suspense, type ComponentType } from 'react'

/**
 * A part that the server draws with the page and a browser fetches when it is needed:
 *
 *     const panel = () => import('./panel.tsx')
 *     export const Panel = late(import.meta.env.SSR ? (await panel()).default : lazy(panel))
 *
 * The file that says so may not import the part itself: its styles would bring it into the page's own scripts.
 */
export function late<P extends object>(Late: ComponentType<P>) {
  return (props: P) => (
    <Suspense>
      <Late {...props} />
    </Suspense>
  )
}
