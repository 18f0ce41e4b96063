import { useSyncExternalStore } from 'react'
import { onSession, session } from '#platform/web/session.ts'

export type Unread = { followUnread: number; notificationUnread: number }

const none: Unread = { followUnread: 0, notificationUnread: 0 }

let counts = none
let watch: { token: string; stop: () => void } | null = null
const listeners = new Set<() => void>()

function show(next: Unread) {
  const same =
    next.followUnread === counts.followUnread &&
    next.notificationUnread === counts.notificationUnread
  if (same) return
  counts = next
  for (const listener of listeners) listener()
}

/** The counts, kept right while anything shows them: by events from the server, else by asking each minute. */
export const useUnread = (): Unread =>
  useSyncExternalStore(
    subscribe,
    () => counts,
    () => none,
  )

/** What is being looked at counts no more, before the server has said so. */
export const forgetUnread = () => show(none)

let endings: (() => void)[] = []

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (listeners.size === 1) {
    document.addEventListener('visibilitychange', follow)
    endings = [onSession(follow), () => document.removeEventListener('visibilitychange', follow)]
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

/** A window that nobody sees holds no connection: browsers give a site only six of them. */
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
  // Only members' browsers load it.
  import('./watch-unread.ts').then(
    ({ watchUnread }) => watchUnread(token, left.signal, show),
    () => (watch = null),
  )
  return () => left.abort()
}
