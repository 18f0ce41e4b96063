/**
 * The attribute and the header with which the service worker says how old its answer is, if the answer came from this
 * device because the server couldn't be reached. A page has the attribute on its root element; a call's answer has the
 * header.
 */
export const asOfAttribute = 'data-as-of'
export const asOfHeader = 'as-of'
/**
 * Set on the app shell that the service worker sends in place of a page that isn't on this device. The browser then
 * renders that page itself, from the data that it has.
 */
export const shellAttribute = 'data-shell'

const listeners = new Set<() => void>()
let shown: string | null = null
let coming: string | null = null
let isComing = false

/**
 * Notes the time at which the server sent an answer that now came from this device. `at` is null if the answer came
 * from the server itself. A page is as old as its oldest part.
 */
export function noteAge(at: string | null): void {
  if (at === null) return
  if (coming === null || at < coming) coming = at
  if (!isComing) show()
}

/** Notes that the shown data stays, because there is no network to load it again. */
export const noteKept = () => noteAge(shown ?? new Date(performance.timeOrigin).toISOString())

/** Begins to collect the ages of the next page's data. The current page keeps its age until the next page is shown. */
export function beginNextPageAge(): void {
  if (isComing) return
  isComing = true
  coming = null
}

/** Called when the next page is shown: its age becomes the current one. */
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
