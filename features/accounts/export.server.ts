import type { Database } from '#platform/server/services.ts'
import type { ZipFile } from './zip.server.ts'

/** All that is kept about a member and may be told to them; no hash, no token. */
export async function ownData(database: Database, userId: number): Promise<ZipFile[]> {
  const account = await database
    .selectFrom('users')
    .select([
      'id',
      'user_name',
      'first_name',
      'last_name',
      'email',
      'email_verified_at',
      'bio',
      'platform',
      'age_checked_at',
      'referrer_id',
      'location_name',
      'latitude',
      'longitude',
      'created_at',
      'user_name_changed_at',
      'notify_nearby',
      'notify_upvoted',
      'notify_followed',
    ])
    .where('id', '=', userId)
    .execute()
  const yolos = await database
    .selectFrom('yolos')
    .innerJoin('items', 'items.id', 'yolos.item_id')
    .innerJoin('restaurants', 'restaurants.id', 'items.restaurant_id')
    .innerJoin('categories', 'categories.id', 'yolos.category_id')
    .select([
      'yolos.id',
      'categories.name as category',
      'items.name as item',
      'restaurants.name as restaurant',
      'restaurants.address',
      'yolos.description',
      'yolos.created_at',
      'yolos.updated_at',
    ])
    .select((is) =>
      is
        .selectFrom('yolo_tags')
        .innerJoin('tags', 'tags.id', 'yolo_tags.tag_id')
        .select((tag) => tag.fn.agg<string>('string_agg', ['tags.name', tag.val(', ')]).as('tags'))
        .whereRef('yolo_tags.yolo_id', '=', 'yolos.id')
        .as('tags'),
    )
    .where('yolos.user_id', '=', userId)
    .orderBy('yolos.id')
    .execute()
  const upvotes = await database
    .selectFrom('votes')
    .innerJoin('items', 'items.id', 'votes.item_id')
    .innerJoin('restaurants', 'restaurants.id', 'items.restaurant_id')
    .select([
      'items.id',
      'items.name as item',
      'restaurants.name as restaurant',
      'votes.created_at',
      'votes.counted',
    ])
    .where('votes.user_id', '=', userId)
    .orderBy('votes.created_at')
    .execute()
  const following = await database
    .selectFrom('follows')
    .innerJoin('users', 'users.id', 'follows.followee_id')
    .select(['users.id', 'users.user_name', 'follows.created_at'])
    .where('follows.follower_id', '=', userId)
    .orderBy('follows.created_at')
    .execute()
  const itemReports = await database
    .selectFrom('item_reports')
    .innerJoin('items', 'items.id', 'item_reports.item_id')
    .select(['items.id', 'items.name as item', 'item_reports.created_at'])
    .where('item_reports.user_id', '=', userId)
    .execute()
  const restaurantReports = await database
    .selectFrom('restaurant_reports')
    .innerJoin('restaurants', 'restaurants.id', 'restaurant_reports.restaurant_id')
    .select(['restaurants.id', 'restaurants.name as restaurant', 'restaurant_reports.created_at'])
    .where('restaurant_reports.user_id', '=', userId)
    .execute()
  const shares = await database
    .selectFrom('shares')
    .select('created_at')
    .where('user_id', '=', userId)
    .execute()
  const sessions = await database
    .selectFrom('sessions')
    .select(['user_agent', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('parent_hash', 'is', null)
    .execute()

  const tables: Record<string, object[]> = {
    account,
    yolos,
    upvotes,
    following,
    shares,
    sessions,
    'item-reports': itemReports,
    'restaurant-reports': restaurantReports,
  }
  return [
    { name: 'my-data.json', content: JSON.stringify(tables, null, 2) },
    ...Object.entries(tables).map(([name, rows]) => ({ name: `${name}.csv`, content: csv(rows) })),
  ]
}

function csv(rows: object[]): string {
  const columns = Object.keys(rows[0] ?? {})
  const lines = rows.map((row) =>
    columns.map((column) => cell((row as Record<string, unknown>)[column])).join(','),
  )
  return [columns.join(','), ...lines, ''].join('\r\n')
}

/** A cell that a spreadsheet would take for a formula is told apart by a quote (S25). */
function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text =
    value instanceof Date
      ? value.toISOString()
      : typeof value === 'string'
        ? value
        : JSON.stringify(value)
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
