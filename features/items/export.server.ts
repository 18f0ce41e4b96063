import { sql } from 'kysely'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { tags } from '#domain/vocabulary/tags.data.ts'
import { RawResponse } from '#platform/server/http/handler.ts'
import { csvOf } from '#platform/text/csv.ts'
import { exportMediaTypes, type ExportFormat } from './contract.ts'

/** SQL for the exported columns of a dish `i` and its restaurant `r`, which any visitor can also see on the site. */
export const exportColumns = sql`
  i.id, i.name, i.category_id as "categoryId", r.name as restaurant, r.address, r.city_label as city,
  i.upvote_count as upvotes, i.yolo_count as favorites, r.price_level as price, i.tags,
  r.phone, r.website, i.latitude, i.longitude, r.source, r.license`

export type ExportRow = {
  id: number
  name: string
  categoryId: number
  restaurant: string
  address: string
  city: string
  upvotes: number
  favorites: number
  price: number | null
  tags: number[]
  phone: string | null
  website: string | null
  latitude: number
  longitude: number
  source: string
  license: string
}

type Cell = string | number | null
type File = {
  title: string
  /** Name of the file, without its extension. */
  name: string
  origin: string
  rows: ExportRow[]
  /** The columns that only this file has, by the names in `moreNames`. */
  more: (row: ExportRow, index: number) => Record<string, Cell>
  moreNames: string[]
}

const names =
  'name category restaurant address city upvotes favorites price tags phone website link attribution latitude longitude'.split(
    ' ',
  )
const tagName = new Map(tags.map(({ id, name }) => [id, name]))
const credits: Record<string, string> = {
  OpenStreetMap: '© OpenStreetMap contributors, https://www.openstreetmap.org/copyright',
  'Overture Maps': 'Overture Maps Foundation, https://overturemaps.org',
}
const cityCredit = 'city: GeoNames, CC BY 4.0, https://www.geonames.org'

const attributionOf = ({ source, license }: ExportRow) =>
  source === 'member'
    ? cityCredit
    : `${[credits[source] ?? source, license].filter(Boolean).join(', ')}; ${cityCredit}`

/** Rounds degrees to five decimals, which is about one meter. */
const degrees = (value: number) => Math.round(value * 100_000) / 100_000

const propertiesOf = (row: ExportRow, origin: string): Record<string, Cell> => {
  const { id, categoryId, tags, source: _source, license: _license, ...shown } = row
  return {
    ...shown,
    category: categoryById(categoryId)?.name ?? '',
    tags: tags.map((tag) => tagName.get(tag)).join(', '),
    link: `${origin}/dish/${id}`,
    attribution: attributionOf(row),
    latitude: degrees(row.latitude),
    longitude: degrees(row.longitude),
  }
}

/** Returns dishes as a download: CSV (RFC 4180, with the byte order mark that Excel needs) or GeoJSON (RFC 7946). */
export function exportFile(
  format: ExportFormat,
  { title, name, origin, rows, more, moreNames }: File,
): RawResponse {
  const columns = [...moreNames, ...names]
  const dishes = rows.map((row, at) => ({ ...more(row, at), ...propertiesOf(row, origin) }))
  const lines = [columns, ...dishes.map((dish) => columns.map((column) => dish[column] ?? null))]
  const features = dishes.map((dish) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [dish['longitude'], dish['latitude']] },
    properties: Object.fromEntries(columns.map((column) => [column, dish[column] ?? null])),
  }))
  const body =
    format === 'csv'
      ? `\uFEFF${csvOf(lines)}`
      : JSON.stringify({ type: 'FeatureCollection', title, features })
  return new RawResponse(Buffer.from(body), {
    'Content-Type': `${exportMediaTypes[format]}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${name}.${format}"`,
    'Cache-Control': 'no-store',
  })
}
