import { Suspense, type ComponentType } from 'react'

/**
 * A component that the server renders with the page and that a browser downloads when it is needed:
 *
 *     const panel = () => import('./panel.tsx')
 *     export const Panel = withSuspense(import.meta.env.SSR ? (await panel()).default : lazy(panel))
 *
 * Neither the file that calls this nor the screen must import the component statically, because that would put the
 * component into the page's own scripts.
 */
export function withSuspense<P extends object>(Component: ComponentType<P>) {
  return (props: P) => (
    <Suspense>
      <Component {...props} />
    </Suspense>
  )
}
