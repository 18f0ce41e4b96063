/**
 * Opens an address as a new document, because its data can't be loaded and the service worker may have the whole page
 * on this device. Returns false, and does nothing, if there is no service worker or the page is the one that is shown
 * already.
 */
export function openPageFromDevice({ pathname, search, hash }: URL): boolean {
  if (!navigator.serviceWorker?.controller) return false
  if (pathname === location.pathname && search === location.search) return false
  location.assign(pathname + search + hash)
  return true
}
