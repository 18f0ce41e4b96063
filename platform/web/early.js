// This file is served on its own, neither deferred nor as a module, so that it runs before the first paint and before
// any other script.

// Sets the chosen theme before the first paint, so that the page doesn't flash in another one. Keep in sync with
// ui/page/theme.ts.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  // If the map next to lists was closed, no space is reserved for it. Keep in sync with
  // features/listings/category/side-map.tsx.
  if (localStorage.getItem('mapBeside') === 'false')
    document.documentElement.dataset.mapBeside = 'away'
} catch {
  // Storage is forbidden here, so the system's theme is used.
}

// Stores clicks on buttons that need scripts until the scripts have loaded; early-clicks.ts then repeats the clicks.
// Links and forms that work without scripts aren't held back. The exception is a member's vote, whose form would only
// lead to the log-in.
const stateOf = (button) => button.getAttribute('aria-pressed') + button.getAttribute('aria-label')
/** Each button clicked, and its state at the click. */
const earlyClicks = new Map()
const keep = (event) => {
  const button = event.target instanceof Element && event.target.closest('#root button')
  if (!button || button.disabled) return
  if (button.type === 'submit' && button.form?.method === 'get' && !isMembers(button)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (!earlyClicks.has(button)) earlyClicks.set(button, stateOf(button))
  button.dataset.kept = ''
}

const isMembers = (button) => {
  try {
    return (
      button.form.id === 'log-in-first' && Boolean(JSON.parse(localStorage.getItem('user')).token)
    )
  } catch {
    return false
  }
}

addEventListener('click', keep, true)
window.takeEarlyClicks = () => {
  removeEventListener('click', keep, true)
  const buttons = [...earlyClicks.keys()]
  for (const button of buttons) delete button.dataset.kept
  // The page is for visitors until it knows who is logged in. A click on what turns out to be a vote or a follow of this
  // member would take it back.
  return buttons.filter((button) => stateOf(button) === earlyClicks.get(button))
}

// The network may be back before the page's scripts can listen. Keep in sync with when-online.ts.
addEventListener('online', () => {
  window.cameOnline = true
})
