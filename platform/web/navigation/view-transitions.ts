/**
 * Lets the browser skip a page's transition without an error, as it does if the page takes over 4 s to change or is
 * hidden. The router, which starts the transitions, leaves their `ready` promise unhandled.
 */
export function allowSkippedTransitions(): void {
  addEventListener('unhandledrejection', (event) => {
    const { name, message } = (event.reason ?? {}) as { name?: unknown; message?: unknown }
    if (name === 'AbortError' || name === 'TimeoutError' || name === 'InvalidStateError')
      if (/transition/i.test(String(message))) event.preventDefault()
  })
}
