import type { RouterState } from 'react-router'
import { forceRevalidation } from './navigation/forced-revalidation.ts'
import { asOfAttribute, beginNextPageAge, noteAge, pageAge, showNextPageAge } from './page-age.ts'
import { browserIsOffline } from './queue/unreachable.ts'

const second = 1000
/** The pauses between attempts grow from `firstPause` to `longestPause`. */
const firstPause = 5 * second
const longestPause = 300 * second

type Router = {
  subscribe: (listener: (state: RouterState) => void) => unknown
  revalidate: () => Promise<unknown>
}

/**
 * Tracks how old the data of the shown page is. A page with data from this device is loaded again until it has the
 * server's. The browser's `online` event isn't enough for that: it is fired before the first answer gets through, and
 * not at all for a network that had no connection to the internet.
 */
export function followPageAge(router: Router): void {
  let pause = firstPause
  let timer: ReturnType<typeof setTimeout> | undefined
  const isOld = () => pageAge.get() !== null

  async function load() {
    clearTimeout(timer)
    if (!isOld() || browserIsOffline() || document.visibilityState === 'hidden') return
    await forceRevalidation(() => router.revalidate())
    loadLater()
  }
  function loadLater() {
    clearTimeout(timer)
    if (!isOld()) return
    timer = setTimeout(() => void load(), pause)
    pause = Math.min(pause * 2, longestPause)
  }
  const loadNow = () => {
    pause = firstPause
    void load()
  }
  addEventListener('online', loadNow)
  document.addEventListener('visibilitychange', loadNow)

  let wasOld = false
  pageAge.subscribe(() => {
    if (isOld() === wasOld) return
    wasOld = isOld()
    pause = firstPause
    loadLater()
  })
  noteAge(document.documentElement.getAttribute(asOfAttribute))
  router.subscribe(({ navigation, revalidation }) =>
    navigation.state === 'idle' && revalidation === 'idle' ? showNextPageAge() : beginNextPageAge(),
  )
}
