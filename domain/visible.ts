import { sql, type RawBuilder, type SqlBool } from 'kysely'

// Who and what is shown is decided here alone (rules: visibility): every public reading of a member's things
// asks it, and test/visible.test.ts finds those that don't.

/** A member's number, or null for a visitor. What an admin took down is hidden from everyone, what a member reported from that member. */
export type ViewerId = number | null

/** Of a row of `users`, by its alias: neither disabled, nor leaving, nor taken down. */
export const shown = (user: string) => sql<SqlBool>`(not ${sql.ref(`${user}.hidden`)})`

const reported = (viewerId: ViewerId, kind: 'text' | 'photo', yolo: string) =>
  viewerId === null
    ? sql``
    : sql`or exists (select 1 from abuse_reports r where r.reporter_id = ${viewerId}
                        and r.yolo_id = ${sql.ref(`${yolo}.id`)} and r.kind = ${kind})`

/** Of a row of `yolos`, by its alias. */
export const textHidden = (viewerId: ViewerId, yolo: string) =>
  sql`(${sql.ref(`${yolo}.text_down`)} ${reported(viewerId, 'text', yolo)})`

export const photoHidden = (viewerId: ViewerId, yolo: string) =>
  sql`(${sql.ref(`${yolo}.photo_down`)} ${reported(viewerId, 'photo', yolo)})`

/** A member whom the viewer hasn't reported. */
export const notReported = (viewerId: ViewerId, member: RawBuilder<unknown>) =>
  viewerId === null
    ? sql`true`
    : sql`not exists (select 1 from abuse_reports r where r.reporter_id = ${viewerId} and r.kind = 'member'
                         and r.member_id = ${member})`

/** Shown, and not reported by the viewer. */
export const memberShown = (viewerId: ViewerId, member: RawBuilder<unknown>) =>
  sql`not exists (select 1 from users h where h.id = ${member} and h.hidden) and ${notReported(viewerId, member)}`

/** Photos `p` that may be shown to anyone who has their address: as the tables `p`, `y` and `u`. */
export const shownPhotos = sql`
  photos p join yolos y on y.id = p.yolo_id and not ${photoHidden(null, 'y')}
           join users u on u.id = y.user_id and ${shown('u')}`
