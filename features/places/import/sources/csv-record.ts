/** How a CSV is written, and which of its columns hold latitude and longitude. */
export type Form = { delimiter: string; degrees: number[] }
type Row = { cells: string[]; lines: number }

/** No cell is longer; what seems so has lost its closing quote. */
const longestCell = 65_536

/**
 * The row that begins on a line. A quoted cell may go on over further lines, but not over rows: where it
 * swallows one, or doesn't end as a cell does, its quote has lost its end ('damaged').
 */
export function csvRecord(
  lines: readonly string[],
  first: number,
  form: Form,
): Row | 'goes on' | 'damaged' {
  const { delimiter } = form
  const cells: string[] = []
  let at = first
  let line = lines[at]!
  let from = 0
  for (;;) {
    let end = line.indexOf(delimiter, from)
    if (line[from] === '"') {
      const opened = at
      let parts = ''
      let close = closingQuote(line, from + 1)
      const isRowSoFar =
        close === -1 && isRow([...cells, ...line.slice(from + 1).split(delimiter)], form)
      let start = from + 1
      while (close === -1) {
        if (at > opened && isRow(line.split(delimiter), form)) return 'damaged'
        parts += `${line.slice(start)}\n`
        if (parts.length > longestCell) return 'damaged'
        at += 1
        if (at === lines.length) return 'goes on'
        line = lines[at]!
        start = 0
        close = closingQuote(line, 0)
      }
      const endsWell = close + 1 === line.length || line.startsWith(delimiter, close + 1)
      if (at > opened) {
        // A name in two lines before its position looks like this, but not from its first line on.
        if (!endsWell || (isRowSoFar && isRow(line.split(delimiter), form))) return 'damaged'
      }
      if (endsWell) {
        cells.push((parts + line.slice(start, close)).replaceAll('""', '"'))
        if (close + 1 === line.length) return { cells, lines: at + 1 - first }
        from = close + 1 + delimiter.length
        continue
      }
      // '"Joe" Diner' is what it seems.
      end = line.indexOf(delimiter, close + 1)
    }
    if (end === -1) return { cells: [...cells, line.slice(from)], lines: at + 1 - first }
    cells.push(line.slice(from, end))
    from = end + delimiter.length
  }
}

/** Two quotes are one that is meant. */
function closingQuote(line: string, from: number) {
  let at = line.indexOf('"', from)
  while (at !== -1 && line[at + 1] === '"') at = line.indexOf('"', at + 2)
  return at
}

const isRow = (cells: string[], { degrees }: Form) =>
  degrees.length > 0 && degrees.every((at) => /^\s*-?\d+(?:[.,]\d+)?\s*$/.test(cells[at] ?? ''))
