import { Readable } from 'node:stream'
import { type Info, parse } from 'csv-parse'
import { fold } from '../../fold.ts'
import { contentId } from './content-id.server.ts'
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
const csvFields = [
  ...(['name', 'latitude', 'longitude', 'address', 'number', 'street', 'city', 'state'] as const),
  ...(['postcode', 'country', 'phone', 'website', 'hours', 'english', 'id'] as const),
] as const
type Field = (typeof csvFields)[number]
export type CsvMap = Partial<Record<Field, string>>

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

type Parsed = { info: Info; record: string[] }
type Row = { line: number; value: Record<string, string> }

/** Rows under their headers' names; whether commas, semicolons or tabs part them shows in the first line. */
export async function* csvRows(texts: AsyncGenerator<string>, map: CsvMap): AsyncGenerator<Row> {
  let head = ''
  for (let next = await texts.next(); !next.done; next = await texts.next()) {
    head += next.value
    if (head.includes('\n') || head.length > 65_536) break
  }
  async function* all() {
    yield head
    yield* texts
  }
  const parser = Readable.from(all()).pipe(
    parse({
      bom: true,
      info: true,
      delimiter: delimiterOf(head.split('\n', 1)[0]!),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: 1_048_576,
    }),
  )
  let columns: string[] | undefined
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      if (columns) {
        const value = Object.fromEntries(columns.map((name, at) => [name, record[at] ?? '']))
        yield { line: info.lines, value }
        continue
      }
      const header = record.map((name) => name.trim())
      columns = header
      const unknown = Object.values(map).filter((name) => !header.includes(name))
      if (unknown.length > 0)
        throw new Error(
          `There is no column ${unknown.map((name) => `'${name}'`).join(', ')}. There are: ${header.slice(0, 40).join(', ')}.`,
        )
    }
  } catch (error) {
    if (!String((error as { code?: string }).code).startsWith('CSV_')) throw error
    throw new Error('The CSV is damaged: a quote has no end.', { cause: error })
  } finally {
    await texts.return(undefined)
  }
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
