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
const earlyClicks = new Set()
const keep = (event) => {
  const button = event.target instanceof Element && event.target.closest('#root button')
  if (!button || button.disabled) return
  if (button.type === 'submit' && button.form?.method === 'get' && !isMembers(button)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  earlyClicks.add(button)
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
  for (const button of earlyClicks) delete button.dataset.kept
  return earlyClicks
}

// The network may be back before the page's scripts can listen. Keep in sync with when-online.ts.
addEventListener('online', () => {
  window.cameOnline = true
})
