import { forgetUnsaved } from '../unsaved.ts'

let shown = ''
/** The address that is being opened. A page's calls fail one by one, and only the first may add to the history. */
let opening = ''

/** Notes the address of the page that is shown, if only because its data couldn't be loaded. */
export function noteShownPage({ pathname, search }: { pathname: string; search: string }): void {
  shown = pathname + search
  opening = ''
}

/** The address of the page that is shown, or nothing until the first one is. */
export const shownPage = () => shown

/**
 * Opens an address as a new document, because its data can't be loaded and the service worker may have the whole page
 * on this device. Returns false, and does nothing, if there is no service worker or the page is the one that is shown
 * already.
 */
export function openPageFromDevice({ pathname, search, hash }: URL): boolean {
  if (!navigator.serviceWorker?.controller) return false
  const path = pathname + search
  // Nothing is noted until the first page has been left.
  if (!shown || path === shown) return false
  if (path === opening) return true
  opening = path
  // Who had something unsaved was asked when they left.
  forgetUnsaved()
  // BACK has changed the browser's address before the page is loaded.
  if (path === location.pathname + location.search) location.reload()
  else location.assign(path + hash)
  return true
}
