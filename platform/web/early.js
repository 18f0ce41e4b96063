// Served as a file of its own and run before the first paint (neither deferred nor a module), before any other script.

// The choice of light or dark shows without a flash; its twin is ui/page/theme.ts.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  // A map that was put away beside lists takes no room; the twin is features/listings/category/side-map.tsx.
  if (localStorage.getItem('mapBeside') === 'false')
    document.documentElement.dataset.mapBeside = 'away'
} catch {
  // Storage is forbidden here: the system's choice stands.
}

// A tap on a button that only scripts answer is kept until they are there; taps.ts takes over. Links and what a plain
// form can send go their own way, but for a member's vote: its form is the visitor's way to the log-in.
const taps = new Set()
const keep = (event) => {
  const button = event.target instanceof Element && event.target.closest('#root button')
  if (!button || button.disabled) return
  if (button.type === 'submit' && button.form?.method === 'get' && !isMembers(button)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  taps.add(button)
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
window.takeTaps = () => {
  removeEventListener('click', keep, true)
  for (const button of taps) delete button.dataset.kept
  return taps
}
