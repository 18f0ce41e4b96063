/**
 * Opens an address as a whole page, because its data can't be loaded and a service worker may have the page itself on
 * this device. Returns whether it does: not for a reload of the page that is shown already.
 */
export function openPageFromDevice({ pathname, search, hash }: URL): boolean {
  if (!navigator.serviceWorker?.controller) return false
  if (pathname === location.pathname && search === location.search) return false
  location.assign(pathname + search + hash)
  return true
}
