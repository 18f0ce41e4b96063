import { stored } from '#platform/web/stored.ts'

/** Whether single letters decide; kept on the device. */
export const keysOn = stored('queue.keys', true, (json) =>
  typeof json === 'boolean' ? json : undefined,
)

/** What each key does, as the dialog lists them. */
export const keyWords: [keys: string[], what: string][] = [
  [['J', '↓'], 'Next row'],
  [['K', '↑'], 'Row before'],
  [['Space'], 'Choose the row'],
  [['D'], 'Remove the row, or those chosen'],
  [['X'], 'Dismiss the reports of the row, or of those chosen'],
  [['R'], 'Restore: what you decided last, or a row among the decided'],
  [['Enter'], 'Open it'],
  [['?'], 'These keys'],
]
