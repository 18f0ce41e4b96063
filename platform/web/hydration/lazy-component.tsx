import { Suspense, type ComponentType } from 'react'
import { IdScope, useId } from '../ids.tsx'

/**
 * A component that the server renders with the page and that a browser downloads when it is needed:
 *
 *     const panel = () => import('./panel.tsx')
 *     export const Panel = withSuspense(import.meta.env.SSR ? (await panel()).default : lazy(panel))
 *
 * Don't import the component statically in the file that calls this or in the screen: that would put it into the page's
 * own scripts.
 */
export function withSuspense<P extends object>(Component: ComponentType<P>) {
  return function Part(props: P) {
    return (
      <IdScope prefix={useId()}>
        <Suspense>
          <Component {...props} />
        </Suspense>
      </IdScope>
    )
  }
}
