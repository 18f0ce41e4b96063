import { Readable } from 'node:stream'
import { sql, type RawBuilder } from 'kysely'
import { ZipFile } from 'yazl'
import { refuseWhileImpersonating } from '#domain/impersonating.ts'
import { avatarFileName, photoFileName } from '#features/photos/names.ts'
import { implementCall, RawResponse } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { openStorage } from '#platform/server/storage/storage.ts'
import { exportOwnData } from './contract.ts'

export * as calls from './contract.ts'

/** A row of the archive. `picture` is the name of its photo. */
type Row = { id?: number; picture?: string | null }

/**
 * Queries for what is stored about a member that they may see: no hash or token, and nothing about other members except
 * their ids and names.
 */
const queries: Record<string, (me: number) => RawBuilder<Row>> = {
  account: (me) => sql`
    select u.id, user_name, first_name, last_name, email, email_verified_at, bio, platform, age_checked_at, referrer_id,
           location_name, latitude, longitude, u.created_at, last_used_on::text, user_name_changed_at, notify_nearby,
           notify_upvoted, notify_followed, email_consent_at, weekly_mail, disabled_at, suspended_at, u.avatar as picture, share_count
      from users u where u.id = ${me}`,

  // Sessions of an admin who acts as this member aren't the member's own.
  sessions: (me) => sql`
    select user_agent, created_at, last_used_at, expires_at
      from sessions where user_id = ${me} and parent_hash is null order by id`,

  appleLogins: (me) =>
    sql`select issuer, subject, created_at from identities where user_id = ${me}`,

  yolos: (me) => sql`
    select y.id, y.category_id as category, i.name as item, r.name as restaurant, r.address, y.description, y.created_at,
           y.updated_at, p.name as picture,
           y.tags
      from yolos y join items i on i.id = y.item_id join restaurants r on r.id = i.restaurant_id
      left join photos p on p.yolo_id = y.id
     where y.user_id = ${me} order by y.id`,

  upvotes: (me) => sql`
    select i.id, i.name as item, r.name as restaurant, v.created_at
      from votes v join items i on i.id = v.item_id join restaurants r on r.id = i.restaurant_id
     where v.user_id = ${me} order by v.created_at`,

  following: (me) => sql`
    select u.id, u.user_name, f.created_at from follows f join users u on u.id = f.followee_id
     where f.follower_id = ${me} and u.counts order by f.created_at`,

  followers: (me) => sql`
    select u.id, u.user_name, f.created_at from follows f join users u on u.id = f.follower_id
     where f.followee_id = ${me} and u.counts order by f.created_at`,

  blocked: (me) => sql`
    select u.id, u.user_name, b.created_at from blocks b join users u on u.id = b.blocked_id
     where b.blocker_id = ${me} and u.counts order by b.created_at`,

  expiredReports: (me) => sql`
    select i.id, i.name as item, o.created_at from item_reports o join items i on i.id = o.item_id
     where o.user_id = ${me} order by o.created_at`,

  closedReports: (me) => sql`
    select r.id, r.name as restaurant, o.created_at
      from restaurant_reports o join restaurants r on r.id = o.restaurant_id
     where o.user_id = ${me} order by o.created_at`,

  restaurantsAdded: (me) => sql`
    select id, name, address, latitude, longitude, created_at
      from restaurants where added_by = ${me} order by id`,

  corrections: (me) => sql`
    select c.id, r.name as restaurant, c.field, c.value, c.created_at
      from restaurant_corrections c join restaurants r on r.id = c.restaurant_id
     where c.user_id = ${me} order by c.id`,

  contests: (me) => sql`
    select c.title as contest
      from contest_confirmations f join contests c on c.id = f.contest_id
     where f.user_id = ${me} order by c.id`,
}

/** Returns the path in the archive and the file in the storage of a row's picture. */
const pictureOf = (table: string, { id, picture }: Row) =>
  table === 'account'
    ? { path: 'me.jpg', file: avatarFileName(picture!, 320) }
    : { path: `photos/${id}.jpg`, file: photoFileName(picture!, 1280) }

/** Reads all rows, and lists their pictures. A row's `picture` becomes its path in the archive. */
async function readAll(database: Database, me: number) {
  const pictures: ReturnType<typeof pictureOf>[] = []
  const tables: Record<string, Row[]> = {}
  for (const [table, query] of Object.entries(queries)) {
    const { rows } = await query(me).execute(database)
    for (const row of rows) {
      if (!row.picture) continue
      const picture = pictureOf(table, row)
      pictures.push(picture)
      row.picture = picture.path
    }
    tables[table] = rows
  }
  return { tables, pictures }
}

export const handlers = ({ database, clock, settings }: Services) => {
  const storage = openStorage(settings, 'photos')
  async function* contentOf(file: string) {
    const content = await storage.read(file)
    if (content) yield content
  }
  return [
    implementCall(exportOwnData, async ({ viewer }) => {
      refuseWhileImpersonating(viewer)
      const { tables, pictures } = await readAll(database, viewer.id)
      const zip = new ZipFile()
      const mtime = clock.now()
      zip.addBuffer(Buffer.from(JSON.stringify(tables, null, 2)), 'my-data.json', { mtime })
      // Each is read only when the one before it has been sent.
      for (const { path, file } of pictures) {
        const content = Readable.from(contentOf(file))
        content.once('error', (error) => (zip.outputStream as Readable).destroy(error))
        zip.addReadStream(content, path, { mtime, compress: false })
      }
      zip.end()
      return new RawResponse(zip.outputStream as Readable, {
        'Content-Type': 'application/zip',
        'Content-Disposition': 'attachment; filename="yolo-my-data.zip"',
        'Cache-Control': 'no-store',
      })
    }),
  ]
}
