import { fold } from '../../fold.ts'
import { contentId } from './content-id.server.ts'
import { csvRecord, type Form } from './csv-record.ts'
import type { JsonRow } from './json-rows.server.ts'
import {
  BadRow,
  nameOf,
  phone,
  position,
  type Reading,
  type SourcePlace,
  stateOf,
  text,
  website,
} from './source-place.ts'

/** What a column may be; the first three must be told. */
export const csvFields = [
  ...(['name', 'latitude', 'longitude', 'address', 'number', 'street', 'city', 'state'] as const),
  ...(['postcode', 'country', 'phone', 'website', 'hours', 'english', 'id'] as const),
] as const
type Field = (typeof csvFields)[number]
export type CsvMap = Partial<Record<Field, string>>

const longestLine = 1_048_576

/** 'name=Name,latitude=Lat'; several are one. Words for the operator where it can't be used. */
export function csvMap(texts: readonly string[]): CsvMap | string {
  const map: CsvMap = {}
  for (const part of texts.join(',').split(',')) {
    const [field = '', ...column] = part.split('=').map((word) => word.trim())
    if (!csvFields.includes(field as Field) || column.join('=') === '')
      return `--map: '${part.trim()}' is no column; give name=…,latitude=…,longitude=… and any of ${csvFields.slice(3).join(', ')}.`
    map[field as Field] = column.join('=')
  }
  const lacks = csvFields.slice(0, 3).filter((field) => !map[field])
  return lacks.length > 0 ? `--map lacks ${lacks.join(', ')}.` : map
}

/** Rows under their headers' names; whether commas, semicolons or tabs part them shows in the first line. */
export async function* csvRows(
  texts: AsyncGenerator<string>,
  map: CsvMap,
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
    // Until a line ends it is open how lines do; a carriage return may be half of an end.
    end ??= /\n|\r[^]/.test(rest) ? (rest.includes('\n') ? /\r?\n/ : /\r/) : undefined
    const read = end ? rest.split(end) : [rest]
    rest = ended ? '' : read.pop()!
    lines = lines.slice(at).concat(read)
    at = 0
    if (rest.length > longestLine) throw new Error(`Line ${line + lines.length} has no end.`)
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

function headerOf(cells: string[], map: CsvMap) {
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

/** A row by the operator's mapping: all of them are places to eat or drink. */
export function csvPlace(
  row: Record<string, string>,
  map: CsvMap,
  { source, licence }: Reading,
): SourcePlace {
  const of = (field: Field) => (map[field] ? row[map[field]]?.trim() || undefined : undefined)
  const name = nameOf(of('name'))
  const english = text(of('english'))
  const point = position(degrees(of('latitude')), degrees(of('longitude')))
  const country = /^[a-z]{2}$/i.exec(of('country') ?? '')?.[0]
  const from = text(source) ?? 'CSV'
  const id = text(of('id'), 100)
  if (map.id && !id) throw new BadRow('has no id')
  const line = (field: Field, maximum = 100) => text(of(field), maximum) ?? undefined
  return {
    placeId: id
      ? `csv:${fold(from).replaceAll(' ', '-').slice(0, 60)}:${id}`
      : contentId({ name, ...point, source: from }),
    name,
    nameEn: english === name ? null : english,
    address: {
      full: line('address', 300),
      houseNumber: line('number', 20),
      street: line('street', 200),
      city: line('city'),
      ...stateOf(text(of('state'), 40), country),
      postcode: line('postcode', 20),
    },
    ...point,
    website: website(of('website')),
    phone: phone(of('phone')),
    openingHours: text(of('hours'), 1000),
    cuisine: null,
    dated: null,
    source: from,
    licence: licence ?? '',
  }
}

/** '44,98' is written so in half of Europe. */
const degrees = (value: string | undefined) => value?.replace(/^(-?\d+),(\d+)$/, '$1.$2')
