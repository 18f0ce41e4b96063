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

// Drops the second tap of a double tap if it meets something else than the first did: what has appeared under the finger
// meanwhile hasn't been read. It stays if it meets the same control under the same name, as when zooming in twice. A mouse
// counts its clicks itself. Clicks by keys and scripts have no `detail`.
const nameOf = (it) => it.getAttribute('aria-label') + (it.labels?.[0] ?? it).textContent
let last = {}
const dropSecondTap = (event) => {
  const { target, detail, pointerType, clientX: x, clientY: y, timeStamp: at } = event
  if (!detail) return
  const nearest = target.closest('a, button, input, label, select, summary, textarea') ?? target
  // A click on a label is followed by one on its control.
  const control = nearest.control ?? nearest
  const name = nameOf(control)
  const isSecond =
    pointerType === 'mouse'
      ? detail > 1
      : at - last.at <= 500 && Math.hypot(x - last.x, y - last.y) <= 24
  if (isSecond && (control !== last.control || name !== last.name)) {
    event.preventDefault()
    event.stopImmediatePropagation()
    last.at = at
  } else last = { control, name, x, y, at }
}
addEventListener('click', dropSecondTap, true)

// A key that is held presses a button once.
addEventListener(
  'keydown',
  (event) => {
    if (event.repeat && event.key === 'Enter' && event.target.closest?.('button'))
      event.preventDefault()
  },
  true,
)

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
