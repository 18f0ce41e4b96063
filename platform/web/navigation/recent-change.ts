/** Milliseconds after a change until every page in the server's cache for visitors is newer than the change. */
const cacheLifetime = 5_000

/** Records that this tab's member has changed something. */
export function recordChange(): void {
  try {
    sessionStorage.setItem('actedAt', String(Date.now()))
  } catch {
    // Storage is forbidden here. The page shows the change a few seconds later, once the cache has expired.
  }
}

/**
 * Returns whether the member's last change is so recent that a cached page might not show it yet. start.tsx then
 * loads the data again, so that members see their own changes at once.
 */
export function hasJustChanged(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem('actedAt')) < cacheLifetime
  } catch {
    return false
  }
}
