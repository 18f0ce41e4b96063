/** Loads what keeps a translated page right. Its language changes only when the browser translates it. */
export function watchForTranslator() {
  const root = document.documentElement
  const load = () => void import('./translated-texts.ts').catch(() => {})
  if (root.lang !== 'en') load()
  else new MutationObserver(load).observe(root, { attributeFilter: ['lang'] })
}
