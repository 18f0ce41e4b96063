import { sql } from 'kysely'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { tags } from '#domain/vocabulary/tags.data.ts'

/**
 * SQL for the exported columns of a dish `i` and its restaurant `r`. They contain only what any visitor can also see on
 * the site.
 */
export const exportColumns = sql`
  i.id, i.name, i.category_id as "categoryId", r.name as restaurant, r.address, r.city_label as city,
  i.upvote_count as upvotes, i.yolo_count as favorites, r.price_level as price, i.tags,
  r.phone, r.website, i.latitude, i.longitude, i.hidden_at is not null as gone, i.restaurant_hidden as closed,
  jsonb_build_array(jsonb_build_object('source', r.source, 'licence', r.licence)) || coalesce((
    select jsonb_agg(jsonb_build_object('source', m.source, 'licence', m.licence) order by m.id)
      from restaurants m where m.merged_into = r.id), '[]') as sources`

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
  gone: boolean
  closed: boolean
  /**
   * The sources of the restaurant and of those merged into it, because each of them may have provided some of the data.
   */
  sources: { source: string; licence: string }[]
}

type Cell = string | number | null
/** One dish of a file, with the values of its columns in their order. */
export type ExportedDish = {
  name: string
  latitude: number
  longitude: number
  properties: Record<string, Cell>
}

const [place, rest] = [
  'name category restaurant address city',
  'upvotes favorites price tags status phone website link attribution latitude longitude',
].map((names) => names.split(' ')) as [string[], string[]]

/** Returns the names of the columns in their order. A CSV names them even if it has no rows. */
export const columnNames = (first: string[], more: string[]) => [
  ...first,
  ...place,
  ...more,
  ...rest,
]

const tagName = new Map(tags.map(({ id, name }) => [id, name]))

/** Rounds degrees to five decimals, which is about one meter. */
const degrees = (value: number) => Math.round(value * 100_000) / 100_000

function statusOf({ gone, closed }: ExportRow) {
  if (closed) return 'closed for good'
  return gone ? 'no longer on the menu' : 'served'
}

/**
 * Returns a row as it is in the file. The columns in `first` come before those that all files have, the columns in
 * `more` after the city.
 */
export function exportedDish(
  row: ExportRow,
  origin: string,
  first: Record<string, Cell>,
  more: Record<string, Cell>,
): ExportedDish {
  const { name, restaurant, address, city, phone, website } = row
  const [latitude, longitude] = [degrees(row.latitude), degrees(row.longitude)]
  const properties = {
    ...first,
    name,
    category: categoryById(row.categoryId)?.name ?? '',
    restaurant,
    address,
    city,
    ...more,
    upvotes: row.upvotes,
    favorites: row.favorites,
    price: row.price,
    tags: row.tags.map((tag) => tagName.get(tag)).join(', '),
    status: statusOf(row),
    phone,
    website,
    link: `${origin}/dish/${row.id}`,
    attribution: attributionOf(row),
  }
  return { name, latitude, longitude, properties }
}

const credits: Record<string, string> = {
  OpenStreetMap: '© OpenStreetMap contributors, https://www.openstreetmap.org/copyright',
  'Overture Maps': 'Overture Maps Foundation, https://overturemaps.org',
}

/**
 * Returns the attribution of a dish: that of the restaurant's sources, and GeoNames for the city (rules: attribution).
 */
function attributionOf({ sources }: ExportRow) {
  const places = sources
    .filter(({ source }) => source !== 'member')
    .map(({ source, licence }) => [credits[source] ?? source, licence].filter(Boolean).join(', '))
  return [...new Set(places), 'city: GeoNames, CC BY 4.0, https://www.geonames.org']
    .filter(Boolean)
    .join('; ')
}
