// Loaded before the first paint, so that the page doesn't flash in another theme or move when the map closes.
// Keep the keys in sync with ui/page/theme.ts and features/listings/category/side-map.tsx.
try {
  const theme = JSON.parse(localStorage.getItem('theme'))
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (localStorage.getItem('mapBeside') === 'false')
    document.documentElement.dataset.mapBeside = 'away'
} catch {
  // Storage is forbidden here, so the system's theme is used.
}
