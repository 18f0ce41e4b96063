import { escapeHtml } from '#platform/text/escape-html.ts'
import { escapeXml } from '#platform/text/xml.ts'
import { csvOf } from '#platform/text/csv.ts'
import { RawResponse } from '#platform/server/http/handler.ts'
import { joinIntoPieces } from '#platform/server/text-pieces.ts'
import { type ExportFormat, mediaTypes } from './formats.ts'
import type { ExportedDish } from './rows.server.ts'

type File = {
  title: string
  /** Name of the file, without its extension. */
  name: string
  columns: readonly string[]
  rows: ExportedDish[]
}

const typeOf = (format: ExportFormat) =>
  `${mediaTypes[format]}; charset=utf-8${format === 'csv' ? '; header=present' : ''}`

/**
 * Returns the file as a download. It is written in pieces with pauses, because a thousand long names are several
 * megabytes (docs/safety.md, S30). It is complete before it is sent, because otherwise all rows would stay in memory,
 * uncounted, for as long as the client doesn't read (S31).
 */
export async function exportFile(format: ExportFormat, file: File): Promise<RawResponse> {
  const pieces: Buffer[] = []
  for await (const piece of joinIntoPieces(writers[format](file))) pieces.push(Buffer.from(piece))
  return new RawResponse(Buffer.concat(pieces), {
    'Content-Type': typeOf(format),
    'Content-Disposition': `attachment; filename="${file.name}.${format}"`,
    'Cache-Control': 'no-store',
  })
}

const writers: Record<ExportFormat, (file: File) => Iterable<string>> = { csv, kml, geojson }

/**
 * Writes CSV (RFC 4180). Each row contains its attribution, because the format has no other place for it. Excel needs
 * the byte order mark at the beginning to read UTF-8.
 */
function* csv({ columns, rows }: File): Generator<string> {
  yield `\uFEFF${csvOf([columns])}`
  for (const { properties, latitude, longitude } of rows) {
    const all = { ...properties, latitude, longitude }
    yield csvOf([columns.map((column) => all[column as keyof typeof all])])
  }
}

/** Writes GeoJSON (RFC 7946), with the longitude first. `title` and `attribution` are foreign members. */
function* geojson({ title, rows }: File): Generator<string> {
  const head = { type: 'FeatureCollection', title, attribution: attributionsOf(rows) }
  yield `${JSON.stringify(head).slice(0, -1)},"features":[`
  for (const [n, { properties, latitude, longitude }] of rows.entries()) {
    const feature = {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties,
    }
    yield `${n ? ',' : ''}${JSON.stringify(feature)}`
  }
  yield ']}'
}

/**
 * Writes KML 2.2. Each placemark has a description for map apps (restaurant, address and reason), and all its values as
 * ExtendedData. Map apps show a description as HTML, so what members wrote is escaped for HTML first.
 */
function* kml({ title, rows }: File): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${escapeXml(title)}</name><description>${escapeXml(escapeHtml(attributionsOf(rows)))}</description>
`
  for (const { name, properties, latitude, longitude } of rows) {
    const data = Object.entries(properties)
      .filter(([, value]) => value !== null && value !== '')
      .map(
        ([key, value]) => `<Data name="${key}"><value>${escapeXml(String(value))}</value></Data>`,
      )
    const { restaurant, address, reason } = properties
    const text = [restaurant, address, reason].filter(Boolean).join('\n')
    yield `<Placemark><name>${escapeXml(name)}</name><description>${escapeXml(escapeHtml(text))}</description><ExtendedData>${data.join('')}</ExtendedData><Point><coordinates>${longitude},${latitude}</coordinates></Point></Placemark>\n`
  }
  yield '</Document></kml>\n'
}

/** Returns the distinct attributions of all rows. */
const attributionsOf = (rows: ExportedDish[]) =>
  [
    ...new Set(rows.flatMap(({ properties }) => String(properties['attribution']).split('; '))),
  ].join('; ')
