/** What the server answered to a tap of the member `by`. */
type Answer = { about: string; by: number | null; on: boolean; count?: number }

const key = 'toggled'

/** Nothing stays in the storage: the event that the other tabs get contains the answer. */
export function tellOtherTabs(answer: Answer): void {
  try {
    localStorage.setItem(key, JSON.stringify(answer))
    localStorage.removeItem(key)
  } catch {
    // Without storage, the other tabs show it once they are loaded again.
  }
}

export function onAnswerElsewhere(listener: (answer: Answer) => void): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === key && event.newValue) listener(JSON.parse(event.newValue) as Answer)
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}
