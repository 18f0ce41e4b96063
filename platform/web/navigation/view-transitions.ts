/**
 * Lets the browser skip a page's transition without an error. It does so if the page takes over 4 s to change or is
 * hidden; the router, which starts the transitions, doesn't handle their rejected `ready` promise. For readers who want
 * less motion, pages change at once.
 */
export function adaptViewTransitions(): void {
  if (!('startViewTransition' in document)) return
  const start = document.startViewTransition.bind(document)
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
  document.startViewTransition = (...how) => {
    if (reducedMotion.matches) return changeAtOnce(...how)
    const transition = start(...how)
    transition.ready.catch(() => {})
    return transition
  }
}

/** Changes the page as `startViewTransition` does, without the browser's pictures of before and after. */
function changeAtOnce(how?: ViewTransitionUpdateCallback | StartViewTransitionOptions | null) {
  const update = typeof how === 'function' ? how : how?.update
  const done = (async () => {
    await update?.()
  })()
  return {
    ready: Promise.resolve(),
    finished: done,
    updateCallbackDone: done,
    skipTransition() {},
    types: new Set<string>(),
  } as unknown as ViewTransition
}
