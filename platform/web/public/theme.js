// Loaded before the first paint, so that the page doesn't flash in another theme. The key is that of
// platform/web/theme.ts.
try {
  const theme = JSON.parse(localStorage.getItem('theme'))
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is forbidden here, so the system's theme is used.
}
