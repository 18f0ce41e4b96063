import Papa from 'papaparse'

/** A row of a text file: its value, or why it can't be read. */
export type TextRow<T> = { line: number } & ({ value: T } | { reason: string; raw: string })

/** Maximum length of a row in characters. A longer one has lost a quote or a brace. */
const longest = 1_048_576

/** Yields one value per line, as in GeoJSON text sequences, which may begin with a record separator. */
export async function* jsonLines(texts: AsyncIterable<string>): AsyncGenerator<TextRow<unknown>> {
  let rest = ''
  let line = 0
  for await (const text of texts) {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    for (const whole of lines) yield* lineOf(whole, (line += 1))
    if (rest.length > longest) throw new Error(`Line ${line + 1} has no end.`)
  }
  yield* lineOf(rest, line + 1)
}

function* lineOf(text: string, line: number) {
  const bare = text.replace('\u001e', '').trim()
  if (bare !== '') yield parsed(bare, line)
}

function parsed(raw: string, line: number): TextRow<unknown> {
  try {
    return { line, value: JSON.parse(raw) as unknown }
  } catch {
    return { line, raw, reason: 'is not JSON' }
  }
}

const rowsBegin = /^\s*\[|"features"\s*:\s*\[/

/**
 * Yields the features of one GeoJSON document. Each is cut out and parsed by itself, so that the file doesn't have to
 * fit into memory and a broken feature doesn't affect others.
 */
export async function* jsonRows(texts: AsyncIterable<string>): AsyncGenerator<TextRow<unknown>> {
  const window = { text: '', line: 1 }
  let isBegun = false
  for await (const text of texts) {
    window.text += text
    if (!isBegun) {
      const begin = rowsBegin.exec(window.text)
      if (!begin && window.text.length > longest) break
      if (!begin) continue
      take(window, begin.index + begin[0].length)
      isBegun = true
    }
    yield* completeRows(window)
    if (window.text.startsWith(']')) return
  }
  if (!isBegun) throw new Error('There are no places in this file.')
  throw new Error(`The file breaks off in line ${window.line}.`)
}

/** The part of the file that has been read but not yet parsed, and the line on which it begins. */
type Window = { text: string; line: number }

function take(window: Window, length: number): string {
  const taken = window.text.slice(0, length)
  for (let at = taken.indexOf('\n'); at !== -1; at = taken.indexOf('\n', at + 1)) window.line += 1
  window.text = window.text.slice(length)
  return taken
}

/** Takes the rows that the window has whole, up to the end of the array. */
function* completeRows(window: Window): Generator<TextRow<unknown>> {
  for (;;) {
    take(window, /^[\s,]*/.exec(window.text)![0].length)
    if (window.text === '' || window.text.startsWith(']')) return
    const length = objectLength(window.text)
    if (length === -1 && window.text.length > longest)
      throw new Error(`Line ${window.line} has no end.`)
    if (length === -1) return
    const { line } = window
    yield parsed(take(window, length), line)
  }
}

/**
 * Returns the length of the object that the text begins with, or -1 if its end is missing. What is no object is as long as
 * the text up to the next comma or bracket.
 */
function objectLength(text: string) {
  if (!text.startsWith('{')) return Math.max(1, text.search(/[,{\]]/))
  const marks = /["{}[\]]/g
  let depth = 0
  for (let found = marks.exec(text); found; found = marks.exec(text)) {
    const mark = found[0]
    if (mark === '"') {
      const end = closingQuote(text, marks.lastIndex)
      if (end === -1) return -1
      marks.lastIndex = end + 1
    } else if (mark === '{' || mark === '[') depth += 1
    else if ((depth -= 1) === 0) return marks.lastIndex
  }
  return -1
}

function closingQuote(text: string, from: number) {
  let at = text.indexOf('"', from)
  for (; at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) break
  }
  return at
}

/** Number of lines over which a quoted cell may go. Beyond it, its closing quote is missing. */
const mostLines = 20

/** Yields the rows of a CSV, whose cells are separated by commas, semicolons, tabs or pipes. */
export async function* csvRows(texts: AsyncIterable<string>): AsyncGenerator<TextRow<string[]>> {
  let delimiter: string | undefined
  /** Lines of a row that may go on, and the number of the first of them. */
  let open: string[] = []
  let line = 1
  for await (const text of linesOf(texts)) {
    delimiter ??= Papa.parse(text, { delimitersToGuess: [',', ';', '\t', '|'] }).meta.delimiter
    open.push(text)
    yield* rowsOfOpen(mostLines)
  }
  yield* rowsOfOpen(1)

  /** Takes the rows from the open lines. If the first isn't complete after so many lines, its quote has no end. */
  function* rowsOfOpen(lines: number): Generator<TextRow<string[]>> {
    while (open.length > 0) {
      const { cells, used } = firstRow(open, delimiter!)
      if (!cells && open.length < lines) return
      if (!cells) yield { line, reason: 'has a quote without an end', raw: open[0]! }
      else if (cells.some((cell) => cell.trim())) yield { line, value: cells }
      open = open.slice(used)
      line += used
    }
  }
}

/** Reads the row that begins on the first line, and returns how many lines it has; without cells if it isn't complete. */
function firstRow(lines: string[], delimiter: string): { cells?: string[]; used: number } {
  for (let used = 1; used <= lines.length; used += 1) {
    const text = lines.slice(0, used).join('\n')
    const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline: '\n' })
    if (!errors.some(({ type }) => type === 'Quotes')) return { cells: data[0] ?? [], used }
  }
  return { used: 1 }
}

async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const text of texts) {
    rest += text
    // A carriage return at the end may be half of a line end.
    const lines = rest.replace(/\r(?:\n|(?!$))/g, '\n').split('\n')
    rest = lines.pop()!
    yield* lines
    if (rest.length > longest) throw new Error('A line has no end.')
  }
  yield* rest.split('\r')
}
