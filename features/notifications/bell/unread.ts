import { useSyncExternalStore } from 'react'
import { onSessionChange, session } from '#platform/web/session/session.ts'

export type UnreadCounts = { followUnread: number; notificationUnread: number }

const none: UnreadCounts = { followUnread: 0, notificationUnread: 0 }

let counts = none
let watch: { token: string; stop: () => void } | null = null
const listeners = new Set<() => void>()

function show(next: UnreadCounts) {
  const same =
    next.followUnread === counts.followUnread &&
    next.notificationUnread === counts.notificationUnread
  if (same) return
  counts = next
  for (const listener of listeners) listener()
}

/**
 * Returns the unread counts. While any component uses them, they are updated by events from the server and by a request
 * each minute.
 */
export const useUnread = (): UnreadCounts =>
  useSyncExternalStore(
    subscribe,
    () => counts,
    () => none,
  )

/** Resets the counts when the member looks at the notifications, before the server confirms it. */
export const resetUnread = () => show(none)

let endings: (() => void)[] = []

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (listeners.size === 1) {
    document.addEventListener('visibilitychange', follow)
    endings = [
      onSessionChange(follow),
      () => document.removeEventListener('visibilitychange', follow),
    ]
    follow()
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    for (const end of endings) end()
    watch?.stop()
    watch = null
  }
}

/** Starts or stops watching the counts. A hidden window needs no connection, and browsers allow only six per site. */
function follow() {
  const { token } = session()
  const wanted = document.visibilityState === 'visible' ? token : null
  if (watch?.token === wanted) return
  watch?.stop()
  watch = wanted ? { token: wanted, stop: begin(wanted) } : null
  if (!token) show(none)
}

function begin(token: string): () => void {
  const left = new AbortController()
  // A separate module, so that only members' browsers load it.
  import('./watch-unread.ts').then(
    ({ watchUnread }) => watchUnread(token, left.signal, show),
    () => (watch = null),
  )
  return () => left.abort()
}
