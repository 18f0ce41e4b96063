/** Returns rows of cells as CSV. Lines end with CR LF, which Excel needs. */
export const csvOf = (lines: readonly (readonly unknown[])[]): string =>
  lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')

/**
 * A text that a spreadsheet would run as a formula is escaped with a leading apostrophe (docs/safety.md, S25). Every
 * text is quoted, because spreadsheets in much of Europe separate cells by ';' and would otherwise read 'x;=1' as two
 * cells.
 */
function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = textOf(value)
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value : JSON.stringify(value)
}
