import { foldText } from '../../fold.ts'
import { cleanPlace, type ReadOptions, type SourcePlace, cleanText } from './source-place.ts'
import type { JsonRow } from './json-rows.server.ts'

/** The fields that a column may be mapped to; the first three are required. */
export const csvFields = [
  ...(['name', 'latitude', 'longitude', 'address', 'number', 'street', 'city', 'state'] as const),
  ...(['postcode', 'country', 'phone', 'website', 'hours', 'cuisine', 'english', 'id'] as const),
] as const
type Field = (typeof csvFields)[number]
export type CsvColumnMap = Partial<Record<Field, string>>

const maxLineLength = 1_048_576

/** Parses one or more texts like 'name=Name,latitude=Lat'. Returns a message for the operator if they can't be used. */
export function parseCsvColumnMap(texts: readonly string[]): CsvColumnMap | string {
  const map: CsvColumnMap = {}
  for (const part of texts.join(',').split(',')) {
    const [field = '', ...column] = part.split('=').map((word) => word.trim())
    if (!csvFields.includes(field as Field) || column.join('=') === '')
      return `--map: '${part.trim()}' is no column; give name=…,latitude=…,longitude=… and any of ${csvFields.slice(3).join(', ')}.`
    map[field as Field] = column.join('=')
  }
  const lacks = csvFields.slice(0, 3).filter((field) => !map[field])
  return lacks.length > 0 ? `--map lacks ${lacks.join(', ')}.` : map
}

/**
 * Yields rows as objects keyed by column name. The first line shows whether commas, semicolons or tabs separate cells.
 */
export async function* csvRows(
  texts: AsyncGenerator<string>,
  map: CsvColumnMap,
): AsyncGenerator<JsonRow> {
  let lines: string[] = []
  let at = 0
  let line = 1
  let rest = ''
  let ended = false
  let end: RegExp | undefined
  async function readOn() {
    const next = await texts.next()
    ended = next.done === true
    rest += next.value ?? ''
    if (ended && rest === '') return
    // The first line end shows how all lines end. A carriage return at the end of the text may be half of '\r\n'.
    if (!end && /\n|\r[^]/.test(rest)) end = rest.includes('\n') ? /\r?\n/ : /\r/
    const read = end ? rest.split(end) : [rest]
    rest = ended ? '' : read.pop()!
    lines = lines.slice(at).concat(read)
    at = 0
    if (rest.length > maxLineLength) throw new Error(`Line ${line + lines.length} has no end.`)
  }

  let form: Form | undefined
  let columns: string[] | undefined
  try {
    for (;;) {
      while (at === lines.length && !ended) await readOn()
      if (at === lines.length) return
      form ??= {
        delimiter: delimiterOf((lines[0] = lines[0]!.replace(/^\ufeff/, ''))),
        degrees: [],
      }
      const found = lines[at] === '' ? { cells: [], lines: 1 } : csvRecord(lines, at, form)
      if (found === 'goes on' && !ended) {
        await readOn()
        continue
      }
      const [cells, taken] = typeof found === 'string' ? [null, 1] : [found.cells, found.lines]
      if (!columns) {
        if (!cells) throw new Error('The CSV is damaged: a quote in its first line has no end.')
        if (cells.length > 0) columns = headerOf(cells, map)
        form.degrees = [map.latitude!, map.longitude!].map((name) => columns!.lastIndexOf(name))
      } else if (!cells) yield { line, reason: 'has a quote without an end' }
      else if (cells.length > 0)
        yield { line, value: Object.fromEntries(columns.map((name, n) => [name, cells[n] ?? ''])) }
      at += taken
      line += taken
    }
  } finally {
    await texts.return(undefined)
  }
}

function headerOf(cells: string[], map: CsvColumnMap) {
  const header = cells.map((name) => name.trim())
  const unknown = Object.values(map).filter((name) => !header.includes(name))
  if (unknown.length > 0)
    throw new Error(
      `There is no column ${unknown.map((name) => `'${name}'`).join(', ')}. There are: ${header.slice(0, 40).join(', ')}.`,
    )
  return header
}

function delimiterOf(line: string) {
  const bare = line.replaceAll(/"[^"]*"/g, '')
  const times = (sign: string) => bare.split(sign).length
  return [',', ';', '\t'].toSorted((a, b) => times(b) - times(a))[0]!
}

/** Reads a row with the operator's mapping of columns. All rows count as places to eat or drink. */
export function parseCsvPlace(
  row: Record<string, string>,
  map: CsvColumnMap,
  { source, licence }: ReadOptions,
): SourcePlace {
  const of = (field: Field) => (map[field] ? row[map[field]]?.trim() || undefined : undefined)
  const from = cleanText(source) ?? 'CSV'
  const id = cleanText(of('id'), 100)
  if (map.id && !id) throw new Error('has no id')
  const idSource = foldText(from).replaceAll(' ', '-').slice(0, 60)
  return cleanPlace({
    placeId: id ? `csv:${idSource}:${id}` : null,
    names: [of('name')],
    english: of('english'),
    at: { latitude: degrees(of('latitude')), longitude: degrees(of('longitude')) },
    address: {
      full: of('address'),
      houseNumber: of('number'),
      street: of('street'),
      city: of('city'),
      state: of('state'),
      postcode: of('postcode'),
      country: of('country'),
    },
    websites: [of('website')],
    phones: [of('phone')],
    hours: of('hours'),
    cuisines: [of('cuisine')],
    dated: null,
    source: from,
    licence: licence ?? '',
  })
}

/** Replaces a decimal comma with a point, because half of Europe writes 44.98 as '44,98'. */
const degrees = (value: string | undefined) => value?.replace(/^(-?\d+),(\d+)$/, '$1.$2')

/** The delimiter of a CSV, and the indexes of its columns for latitude and longitude. */
type Form = { delimiter: string; degrees: number[] }
type Row = { cells: string[]; lines: number }

/** Maximum length of a cell in characters. A longer one has lost its closing quote. */
const maxCellLength = 65_536

/**
 * Reads the row that begins on line `first`. A quoted cell may continue on further lines. Returns 'damaged' if its
 * closing quote seems to be missing: the cell is too long, or continues on further lines and includes a whole row or is
 * followed by text other than a delimiter. Returns 'goes on' if the cell doesn't end within `lines`, so that more of
 * them must be read.
 */
function csvRecord(
  lines: readonly string[],
  first: number,
  form: Form,
): Row | 'goes on' | 'damaged' {
  const { delimiter } = form
  const cells: string[] = []
  let [at, from] = [first, 0]
  for (;;) {
    let searchFrom = from
    if (lines[at]![from] === '"') {
      const quoted = quotedCell(lines, at, from, cells, form)
      if (typeof quoted === 'string') return quoted
      at = quoted.at
      const line = lines[at]!
      if (quoted.end === line.length)
        return { cells: [...cells, quoted.text], lines: at + 1 - first }
      if (line.startsWith(delimiter, quoted.end)) {
        cells.push(quoted.text)
        from = quoted.end + delimiter.length
        continue
      }
      // In '"Joe" Diner' the quotes are part of the text.
      searchFrom = quoted.end
    }
    const line = lines[at]!
    const end = line.indexOf(delimiter, searchFrom)
    if (end === -1) return { cells: [...cells, line.slice(from)], lines: at + 1 - first }
    cells.push(line.slice(from, end))
    from = end + delimiter.length
  }
}

/**
 * Reads the cell whose opening quote is at `from`. Returns its text, and the line and position after its closing quote.
 */
function quotedCell(
  lines: readonly string[],
  opened: number,
  from: number,
  before: string[],
  form: Form,
) {
  let [at, start, text] = [opened, from + 1, '']
  let close = closingQuote(lines[at]!, start)
  const isRowSoFar =
    close === -1 && isRow([...before, ...lines[at]!.slice(start).split(form.delimiter)], form)
  while (close === -1) {
    if (at > opened && isRow(lines[at]!.split(form.delimiter), form)) return 'damaged'
    text += `${lines[at]!.slice(start)}\n`
    if (text.length > maxCellLength) return 'damaged'
    at += 1
    if (at === lines.length) return 'goes on'
    start = 0
    close = closingQuote(lines[at]!, 0)
  }
  const [line, end] = [lines[at]!, close + 1]
  const endsWell = end === line.length || line.startsWith(form.delimiter, end)
  // The closing quote is missing if both the first and the last line look like rows. The last line alone proves
  // nothing: in a row whose quoted name spans two lines, it contains the position and so looks like a row.
  const isAcrossRows = !endsWell || (isRowSoFar && isRow(line.split(form.delimiter), form))
  if (at > opened && isAcrossRows) return 'damaged'
  return { at, end, text: (text + line.slice(start, close)).replaceAll('""', '"') }
}

/** Returns the position of the closing quote, or -1. A doubled quote is a quote within the cell. */
function closingQuote(line: string, from: number) {
  let at = line.indexOf('"', from)
  while (at !== -1 && line[at + 1] === '"') at = line.indexOf('"', at + 2)
  return at
}

const isRow = (cells: string[], { degrees }: Form) =>
  degrees.length > 0 && degrees.every((at) => /^\s*-?\d+(?:[.,]\d+)?\s*$/.test(cells[at] ?? ''))
