/** Storage key of a vote that a visitor tapped before logging in. It is valid once, in this tab, for half an hour. */
const key = 'pending-vote'
const lasts = 30 * 60 * 1000

export function storePendingVote(itemId: number) {
  sessionStorage.setItem(key, JSON.stringify({ itemId, at: Date.now() }))
}

export const clearPendingVote = () => sessionStorage.removeItem(key)

/** Takes the pending vote if it is for this item. Returns whether there was one and it is still valid. */
export function takePendingVote(itemId: number): boolean {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown
    if (typeof kept !== 'object' || kept === null || !('itemId' in kept) || !('at' in kept))
      return false
    if (kept.itemId !== itemId) return false
    clearPendingVote()
    return Date.now() - Number(kept.at) < lasts
  } catch {
    return false
  }
}
