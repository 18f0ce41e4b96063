import { useSyncExternalStore } from 'react'
import { browserIsOffline } from './unreachable.ts'

const listenToNetwork = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Returns whether the browser knows that it has no network, and renders again whenever that changes. */
export const useOffline = () => useSyncExternalStore(listenToNetwork, browserIsOffline, () => false)
