import { storedValue } from '#platform/web/storage/stored.ts'

const month = 30 * 24 * 60 * 60 * 1000

type Referral = { by: string; until: number }

/** The member whose link led here, stored for 30 days because most visitors look around before they join. */
const referral = storedValue<Referral | null>('referral', null, (json) => {
  const { by, until } = (json ?? {}) as Record<string, unknown>
  return typeof by === 'string' && typeof until === 'number' ? { by, until } : undefined
})

/**
 * Returns the member's id in the `referrer` parameter, or in `referer` as HTTP and old links spell it. A link that was
 * copied out of a sentence has punctuation behind it.
 */
function referrerOf(search: string): string | undefined {
  const from = new URLSearchParams(search)
  return /^\d{1,10}/.exec(from.get('referrer') ?? from.get('referer') ?? '')?.[0]
}

/** Stores the referrer that a page's address names, if any. */
export function storeReferrer(search: string): void {
  const by = referrerOf(search)
  if (by) referral.set({ by, until: Date.now() + month })
}

export function currentReferrer(search: string): string | undefined {
  const saved = referral.get()
  return referrerOf(search) ?? (saved && saved.until > Date.now() ? saved.by : undefined)
}

export const clearReferrer = () => referral.remove()
