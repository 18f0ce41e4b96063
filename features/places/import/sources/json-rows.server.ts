/** A row of a JSON file: its value, or why it can't be read. */
export type JsonRow = { line: number; value: unknown } | { line: number; reason: string }

/** Maximum length of a row in characters. A longer one has lost a quote or a brace. */
const longest = 1_048_576

const rowsUnderKey = /"(?:features|elements)"\s*:\s*\[/g
const rowsAtTop = /^\s*\[/g
const between = /^[\s,]*/g

/**
 * Yields the objects in every array called 'features' or 'elements', at any depth, or in the array that is the whole
 * file. Each object is cut out and parsed by itself, so that a broken row doesn't affect others, its line is known, and
 * the file doesn't have to fit into memory.
 */
export async function* jsonRows(chunks: AsyncIterable<string>): AsyncGenerator<JsonRow> {
  const window = new Window()
  let started = false
  let inRows = false
  /** Matches where the next row begins, after a row whose end is missing. */
  let lost: RegExp | undefined

  function enterRows() {
    inRows = (!started && window.skipPast(rowsAtTop, Infinity)) || window.skipPast(rowsUnderKey)
    started ||= inRows
    return inRows
  }

  function* advance(last: boolean): Generator<JsonRow> {
    for (;;) {
      if (lost && !window.skipTo(lost)) return
      lost = undefined
      if (!inRows && !enterRows()) return
      window.skipPast(between)
      const { text, line } = window
      if (text === '') return
      if (text.startsWith(']')) {
        window.take(1)
        inRows = false
      } else if (text.startsWith('{')) {
        const length = rowLength(text)
        const isOpen = length === -1
        if (isOpen && text.length <= longest && !last) return
        const row = isOpen ? { line, reason: 'has no end' } : parsed(text.slice(0, length), line)
        yield row
        if ('value' in row) window.take(length)
        else lost = window.giveUpRow(length)
      } else {
        window.take(Math.max(1, text.search(/[,{\]]/)))
        yield { line, reason: 'is not an object' }
      }
    }
  }

  for await (const chunk of chunks) {
    window.text += chunk
    yield* advance(false)
  }
  yield* advance(true)
  if (!started) throw new Error('There are no places in this file.')
  if (inRows) throw new Error(`The file breaks off in line ${window.line}.`)
}

/** Yields one object per line, as in GeoJSON text sequences. */
export async function* jsonLines(chunks: AsyncIterable<string>): AsyncGenerator<JsonRow> {
  let rest = ''
  let line = 0
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) yield* lineOf(text, (line += 1))
    if (rest.length > longest) throw new Error(`Line ${line + 1} has no end.`)
  }
  yield* lineOf(rest, line + 1)
}

/** Removes the record separator with which lines of GeoJSON text sequences begin. */
export const withoutRecordSeparator = (line: string) =>
  line.startsWith('\u001e') ? line.slice(1) : line

function* lineOf(text: string, line: number) {
  const bare = withoutRecordSeparator(text).trim()
  if (bare !== '') yield parsed(bare, line)
}

function parsed(text: string, line: number): JsonRow {
  try {
    return { line, value: JSON.parse(text) as unknown }
  } catch {
    return { line, reason: 'is not JSON' }
  }
}

/** Returns the length of the object that the text begins with, or -1 if its end is missing. */
function rowLength(text: string) {
  const marks = /["{}[\]]/g
  let depth = 0
  for (let found = marks.exec(text); found; found = marks.exec(text)) {
    const mark = found[0]
    if (mark === '"') {
      const end = quoteAfter(text, marks.lastIndex)
      if (end === -1) return -1
      marks.lastIndex = end + 1
    } else if (mark === '{' || mark === '[') depth += 1
    else if ((depth -= 1) === 0) return marks.lastIndex
  }
  return -1
}

function quoteAfter(text: string, from: number) {
  let at = text.indexOf('"', from)
  for (; at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) break
  }
  return at
}

/** The part of the file that has been read but not yet parsed, and the line on which it begins. */
class Window {
  text = ''
  line = 1

  take(length: number) {
    let at = this.text.indexOf('\n')
    for (; at !== -1 && at < length; at = this.text.indexOf('\n', at + 1)) this.line += 1
    this.text = this.text.slice(length)
  }

  /**
   * Drops everything up to the end of the match, and returns whether there is one. If there is none, only the last
   * `tail` characters are left.
   */
  skipPast(sought: RegExp, tail = 200) {
    sought.lastIndex = 0
    const found = sought.exec(this.text)
    this.take(found ? sought.lastIndex : this.text.length - Math.min(tail, this.text.length))
    return found !== null
  }

  skipTo(sought: RegExp) {
    sought.lastIndex = 0
    const found = sought.exec(this.text)
    this.take(found ? found.index : this.text.length - Math.min(200, this.text.length))
    return found !== null
  }

  /**
   * Drops a broken row up to the next row that begins with the same key. If the broken row has lost a quote, the next
   * row can begin within what seemed to be the broken one. Returns a pattern to search for if the next row isn't in the
   * window yet.
   */
  giveUpRow(length: number): RegExp | undefined {
    const head = /^\{\s*"[^"]{0,60}"\s*:/.exec(this.text)?.[0] ?? '{'
    const next = new RegExp(`,\\s*${head.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`, 'g')
    const at = next.exec(length === -1 ? this.text : this.text.slice(0, length))?.index
    this.take(at ?? (length === -1 ? 1 : length))
    return at === undefined && length === -1 ? next : undefined
  }
}
