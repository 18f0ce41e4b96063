/**
 * Tells style sheets how much of the page an on-screen keyboard covers (`--keyboard`). Android makes the page smaller
 * instead (`interactive-widget` in document.ts), so this is for iOS, where a dialog at the bottom would be behind it.
 */
export function trackKeyboardHeight() {
  const visible = window.visualViewport
  visible?.addEventListener('resize', () => {
    // Zooming in makes the visible part smaller too.
    const covered = visible.scale === 1 ? Math.max(0, innerHeight - visible.height) : 0
    document.documentElement.style.setProperty('--keyboard', `${Math.round(covered)}px`)
  })
}
