/**
 * How old a page is that came from this device, because the server couldn't be reached: the service worker says so of
 * a page by an attribute on its root element, and of a call's answer by a header.
 */
export const asOfAttribute = 'data-as-of'
export const asOfHeader = 'as-of'
/** On a page that stands for another one, which the browser draws from what it has. */
export const shellAttribute = 'data-shell'

const listeners = new Set<() => void>()
let shown: string | null = null
let coming: string | null = null
let isComing = false

/** Notes when the server gave an answer that the device kept. A page is as old as the oldest part of it. */
export function noteAge(at: string | null): void {
  if (at === null) return
  if (coming === null || at < coming) coming = at
  if (!isComing) show()
}

/** Notes that what is shown stays, because there is no network to load it again. */
export const noteKept = () => noteAge(shown ?? new Date(performance.timeOrigin).toISOString())

/** Begins to collect the ages of the next page. The page before remains as old as it was. */
export function beginNextPageAge(): void {
  if (isComing) return
  isComing = true
  coming = null
}

/** The next page is shown from now on. */
export function showNextPageAge(): void {
  if (!isComing) return
  isComing = false
  show()
}

function show() {
  if (shown === coming) return
  shown = coming
  for (const listener of listeners) listener()
}

export const pageAge = {
  get: () => shown,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
