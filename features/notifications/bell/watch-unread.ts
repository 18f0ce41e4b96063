import { askForAccount } from '#features/accounts/sign-up/verified-elsewhere.ts'
import { api } from '#platform/web/api/api.ts'
import { session } from '#platform/web/session/session.ts'
import type { UnreadCounts } from './unread.ts'

const pollEvery = 60_000
const maxWait = 60_000
/** Whether this page has asked for the member's account. */
let isAsked = false

/** Fetches the counts when the server reports a change, and each minute in any case. */
export function watchUnread(
  token: string,
  signal: AbortSignal,
  show: (counts: UnreadCounts) => void,
) {
  if (signal.aborted) return
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
      // If the request fails, the counts stay as they are.
      await api('GET /follow/unread', {}, { signal }).then(
        (answer) => !signal.aborted && show(answer),
        () => {},
      )
    }
    asking = false
  }

  async function listen() {
    for (let wait = 1_000; !signal.aborted; wait = Math.min(wait * 2, maxWait)) {
      await ask()
      const changed = (event: string) => {
        wait = 1_000
        if (event === 'changed') void ask()
      }
      await import('../stream/event-stream.ts')
        .then(({ readEvents }) => readEvents('/api/notifications/stream', token, signal, changed))
        .catch(() => {})
      await later(wait * (0.75 + Math.random() / 2))
    }
  }

  const poll = setInterval(() => void ask(), pollEvery)
  signal.addEventListener('abort', () => clearInterval(poll), { once: true })
  void listen()
  // What the member changed on another device is known here from the next visit on. A member who must verify is asked
  // about elsewhere.
  if (!isAsked && session().verified) void askForAccount()
  isAsked = true
}
