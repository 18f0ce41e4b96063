/** Lines of cells as CSV; Excel wants CR LF. */
export const csvOf = (lines: readonly (readonly unknown[])[]): string =>
  lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')

/**
 * A cell that a spreadsheet would take for a formula is told apart by a quote (S25). Every text stands in quotation
 * marks: where ';' parts cells, as in much of Europe, 'x;=1' would be two.
 */
function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text =
    value instanceof Date
      ? value.toISOString()
      : typeof value === 'string'
        ? value
        : JSON.stringify(value)
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
