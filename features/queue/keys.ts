import { globalShortcuts, type ShortcutList } from '#platform/web/keyboard-shortcuts.ts'

/** What each key does, as the dialog lists them. */
export const keyWords: ShortcutList = [
  [['J', '↓'], 'Next row'],
  [['K', '↑'], 'Row before'],
  [['Space'], 'Choose the row'],
  [['D'], 'Remove the row, or those chosen'],
  [['X'], 'Dismiss the reports of the row, or of those chosen'],
  [['R'], 'Restore: what you decided last, or a row among the decided'],
  [['Enter'], 'Open it'],
  ...globalShortcuts,
]
