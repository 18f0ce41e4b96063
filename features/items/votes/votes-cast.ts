import { useSyncExternalStore } from 'react'
import { useLoadedState } from '#platform/web/api/use-loaded-state.ts'
import { session } from '#platform/web/session/session.ts'

let version = 0
/** The votes cast in this window since it was opened, less those taken back. */
let balance = 0
/** By member and dish, the last vote in this window and what pages that were loaded before it show. */
const votes = new Map<string, { on: boolean; before: boolean }>()
const listeners = new Set<() => void>()

/**
 * Returns how many votes were cast or taken back in this window since the page was loaded. Each one makes the cached
 * lists of the member's votes outdated.
 */
export const voteVersion = () => version

/** Notes the server's answer to a vote. `before` says whether the page showed one when it was loaded. */
export function noteVote(itemId: number, on: boolean, before: boolean) {
  const key = `${session().id} ${itemId}`
  const last = votes.get(key)
  const stood = last?.before === before ? last.on : before
  version++
  balance += Number(on) - Number(stood)
  votes.set(key, { on, before })
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Returns by how many the viewer's votes have grown since the page's data `page` was loaded. */
export function useVotesCastSince(page: unknown): number {
  const now = useSyncExternalStore(
    subscribe,
    () => balance,
    () => 0,
  )
  const [then] = useLoadedState(now, page)
  return now - then
}
