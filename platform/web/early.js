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

const stateOf = (button) => button.getAttribute('aria-pressed') + button.getAttribute('aria-label')

/**
 * Whether a click is the second tap of a double tap and meets something else than the first did: what has appeared under
 * the finger meanwhile hasn't been read. It isn't if it meets the same control under the same name, as when zooming in
 * twice. A mouse counts its clicks itself. Clicks by keys and scripts have no `detail`. Of taps that go on, those within
 * half a second of the last one that counted are dropped.
 */
const isBlindTap = ({ target, detail, pointerType, clientX: x, clientY: y, timeStamp: at }) => {
  if (!detail) return false
  const near = target.closest('a, button, label, summary') ?? target
  // A click on a label is followed by one on its control.
  const control = near.control ?? near
  const name = stateOf(control) + (control.labels?.[0] ?? control).textContent
  const isSoon = at - last.at <= 500
  const isSecond =
    pointerType === 'mouse'
      ? detail === 2 || (detail > 2 && isSoon)
      : isSoon && Math.hypot(x - last.x, y - last.y) <= 24
  if (isSecond && (control !== last.control || name !== last.name)) return true
  last = { control, name, x, y, at }
  return false
}
let last = {}

/**
 * Each button clicked that needs scripts, and its state at the click, until the scripts have loaded; early-clicks.ts then
 * repeats the clicks. Links and forms that work without scripts aren't held back. The exception is a member's vote, whose
 * form would only lead to the log-in.
 */
let earlyClicks = new Map()
const isKept = ({ target }) => {
  const button = earlyClicks && target instanceof Element && target.closest('#root button')
  if (!button || button.disabled) return false
  if (button.type === 'submit' && button.form?.method === 'get' && !isMembers(button)) return false
  if (!earlyClicks.has(button)) earlyClicks.set(button, stateOf(button))
  button.dataset.kept = ''
  return true
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

const listen = (name, isDropped) =>
  addEventListener(
    name,
    (event) => {
      if (!isDropped(event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    true,
  )
listen('click', (event) => isBlindTap(event) || isKept(event))
// A key that is held presses a button once.
listen(
  'keydown',
  ({ repeat, key, target }) => repeat && key === 'Enter' && target.matches('button'),
)

window.takeEarlyClicks = () => {
  const clicks = [...earlyClicks]
  earlyClicks = null
  for (const [button] of clicks) delete button.dataset.kept
  // The page is for visitors until it knows who is logged in. A click on what turns out to be a vote or a follow of this
  // member would take it back.
  return clicks.filter(([button, state]) => stateOf(button) === state).map(([button]) => button)
}

// The network may be back before the page's scripts can listen. Keep in sync with when-online.ts.
addEventListener('online', () => {
  window.cameOnline = true
})
