/** Milliseconds after which no page that the server has cached for visitors is older than the change. */
const cacheLifetime = 5_000

/** Notes that this tab's member changed something. */
export function noteChange(): void {
  try {
    sessionStorage.setItem('actedAt', String(Date.now()))
  } catch {
    // Storage is forbidden here. The page shows the change a few seconds later, once the cache has expired.
  }
}

/** Members see their own change at once: a page that may have been rendered before it is loaded again. */
export function hasJustChanged(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem('actedAt')) < cacheLifetime
  } catch {
    return false
  }
}
