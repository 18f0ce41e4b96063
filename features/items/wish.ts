/** A vote that a visitor tapped before joining: it waits in this tab for half an hour, and is cast once. */
const key = 'wished-vote'
const lasts = 30 * 60 * 1000

export function wish(itemId: number) {
  sessionStorage.setItem(key, JSON.stringify({ itemId, at: Date.now() }))
}

export const forgetWish = () => sessionStorage.removeItem(key)

/** Whether it is this item that was wished for; true once. */
export function takeWish(itemId: number): boolean {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown
    if (typeof kept !== 'object' || kept === null || !('itemId' in kept) || !('at' in kept))
      return false
    if (kept.itemId !== itemId) return false
    forgetWish()
    return Date.now() - Number(kept.at) < lasts
  } catch {
    return false
  }
}
