import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { ComponentProps } from 'react'
import type KeepCity from './keep-city.tsx'

const Control = lazy(() => import('./keep-city.tsx').catch(() => ({ default: () => null })))

function subscribe(listener: () => void) {
  const { serviceWorker } = navigator
  serviceWorker?.addEventListener('controllerchange', listener)
  return () => serviceWorker?.removeEventListener('controllerchange', listener)
}

/**
 * The control to keep a city on this device. It is shown only if a service worker controls the page, because without
 * one the city couldn't be shown offline.
 */
export function KeepCityLazy(props: ComponentProps<typeof KeepCity>) {
  const works = useSyncExternalStore(
    subscribe,
    () => Boolean(navigator.serviceWorker?.controller),
    () => false,
  )
  return (
    works && (
      <Suspense>
        <Control {...props} />
      </Suspense>
    )
  )
}
