// This file is served on its own, neither deferred nor as a module, so that it runs before the first paint and before
// any other script.

// Sets the chosen theme before anything is painted, so that it doesn't flash. Keep in step with ui/page/theme.ts.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  // A map that was closed beside lists takes no room. Keep in step with features/listings/category/side-map.tsx.
  if (localStorage.getItem('mapBeside') === 'false')
    document.documentElement.dataset.mapBeside = 'away'
} catch {
  // Storage is forbidden here: the system's theme is used.
}

// A click on a button that needs scripts is kept until they have loaded; early-clicks.ts repeats it. Links and forms that
// work without scripts aren't held back. The exception is a member's vote: its form only leads visitors to the log-in.
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
