import { storedValue, useStored } from './storage/stored.ts'

type Theme = 'system' | 'light' | 'dark'

/** The chosen theme, which public/theme.js reads before the first paint. */
const chosenTheme = storedValue<Theme>('theme', 'system', (json) =>
  json === 'light' || json === 'dark' ? json : undefined,
)

export const useTheme = (): Theme => useStored(chosenTheme)

export function chooseTheme(theme: Theme): void {
  chosenTheme.set(theme)
  document.documentElement.dataset.theme = theme
}
