/**
 * Lets the browser skip a page's transition without an error. It does so if the page takes over 4 s to change or is
 * hidden; the router, which starts the transitions, doesn't handle their rejected `ready` promise.
 */
export function allowSkippedTransitions(): void {
  if (!('startViewTransition' in document)) return
  const start = document.startViewTransition.bind(document)
  document.startViewTransition = (...how) => {
    const transition = start(...how)
    transition.ready.catch(() => {})
    return transition
  }
}
