// Served as a file of its own and loaded before the first paint (`<script src="/theme.js"></script>` in the head,
// neither deferred nor a module): the member's choice of light or dark shows without a flash. Its twin is ui/page/theme.ts.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is forbidden here: the system's choice stands.
}
