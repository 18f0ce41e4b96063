import { useSyncExternalStore } from 'react'
import { api } from '#platform/web/api.ts'
import { onSession, session } from '#platform/web/session.ts'

export type Unread = { followUnread: number; notificationUnread: number }

const none: Unread = { followUnread: 0, notificationUnread: 0 }
const pollEvery = 60_000
const longestWait = 60_000

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
  const { signal } = left
  const later = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
    })

  let asking = false
  let again = false
  async function ask() {
    again = true
    if (asking) return
    asking = true
    while (again && !signal.aborted) {
      again = false
      // A network that is away changes nothing on what is known.
      await api('GET /follow/unread', {}, { signal }).then(
        (answer) => !signal.aborted && show(answer),
        () => {},
      )
    }
    asking = false
  }

  async function listen() {
    for (let wait = 1_000; !signal.aborted; wait = Math.min(wait * 2, longestWait)) {
      await ask()
      const changed = (event: string) => {
        wait = 1_000
        if (event === 'changed') void ask()
      }
      // Only members' browsers load it.
      await import('./event-stream.ts')
        .then(({ readEvents }) => readEvents('/api/notifications/stream', token, signal, changed))
        .catch(() => {})
      await later(wait * (0.75 + Math.random() / 2))
    }
  }

  const poll = setInterval(() => void ask(), pollEvery)
  void listen()
  return () => {
    clearInterval(poll)
    left.abort()
  }
}
