/** A vote that a visitor tapped before joining: it waits in this tab for half an hour, and is cast once. */
const key = 'pending-vote'
const lasts = 30 * 60 * 1000

export function keepPendingVote(itemId: number) {
  sessionStorage.setItem(key, JSON.stringify({ itemId, at: Date.now() }))
}

export const forgetPendingVote = () => sessionStorage.removeItem(key)

/** Whether it is this item that the vote waits for; true once. */
export function takePendingVote(itemId: number): boolean {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown
    if (typeof kept !== 'object' || kept === null || !('itemId' in kept) || !('at' in kept))
      return false
    if (kept.itemId !== itemId) return false
    forgetPendingVote()
    return Date.now() - Number(kept.at) < lasts
  } catch {
    return false
  }
}
