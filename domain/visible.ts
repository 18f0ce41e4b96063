import { sql, type RawBuilder, type SqlBool } from 'kysely'

// Decides who and what is shown (rules: visibility). Every public query of members' content must use this module;
// test/visible.test.ts finds those that don't.

/**
 * A member's id, or null for a visitor. Content that an admin took down is hidden from everyone; content that a member
 * reported is hidden from that member.
 */
export type ViewerId = number | null

/** SQL condition on a row of `users`, by its alias: what the member does is seen and counted by others (rules: counting). */
export const countsSql = (user: string) => sql<boolean>`${sql.ref(`${user}.counts`)}`

/** SQL condition on a row of `users`, by its alias: the viewer sees what this member made. */
export const visibleTo = (viewer: ViewerId, user = 'u') =>
  viewer === null
    ? countsSql(user)
    : sql<boolean>`(${countsSql(user)} or ${sql.ref(`${user}.id`)} = ${viewer})`

/** SQL condition on a row of `users`, by its alias: the member is neither disabled, nor leaving, nor taken down. */
export const memberVisibleSql = (user: string) => sql<SqlBool>`(not ${sql.ref(`${user}.hidden`)})`

/** SQL condition on a row of `users`, by its alias: no admin took the member down. They may have disabled their account. */
export const notTakenDownSql = (user: string) =>
  sql<SqlBool>`(${sql.ref(`${user}.suspended_at`)} is null)`

/** SQL for what admins are told of what this member made, who disabled the account or leaves; null if they did neither. */
export const awayNoteSql = (user: string) => sql<string | null>`
  case when ${sql.ref(`${user}.disabled_at`)} is not null
         then 'The account is disabled: nobody else sees this until its member comes back.' end`

const reported = (viewerId: ViewerId, kind: 'text' | 'photo', yolo: string) =>
  viewerId === null
    ? sql``
    : sql`or exists (select 1 from abuse_reports r where r.reporter_id = ${viewerId}
                        and r.yolo_id = ${sql.ref(`${yolo}.id`)} and r.kind = ${kind} and r.withdrawn_at is null)`

/** SQL condition on a row of `yolos`, by its alias: its text is hidden from the viewer. */
export const textHiddenFromSql = (viewerId: ViewerId, yolo: string) =>
  sql`(${sql.ref(`${yolo}.text_down`)} ${reported(viewerId, 'text', yolo)})`

export const photoHiddenFromSql = (viewerId: ViewerId, yolo: string) =>
  sql`(${sql.ref(`${yolo}.photo_down`)} ${reported(viewerId, 'photo', yolo)})`

/** SQL condition: the viewer hasn't reported this member. */
export const notReportedBySql = (viewerId: ViewerId, member: RawBuilder<unknown>) =>
  viewerId === null ? sql`true` : neverReportedSql(sql`${viewerId}`, member)

/** SQL condition: `reporter` hasn't reported `member`, or took it back. */
export const neverReportedSql = (reporter: RawBuilder<unknown>, member: RawBuilder<unknown>) =>
  sql`not exists (select 1 from abuse_reports r where r.reporter_id = ${reporter} and r.kind = 'member'
                     and r.member_id = ${member} and r.withdrawn_at is null)`

/** SQL condition: the member is shown, and the viewer hasn't reported them. */
export const memberVisibleToViewerSql = (viewerId: ViewerId, member: RawBuilder<unknown>) =>
  sql`not exists (select 1 from users h where h.id = ${member} and h.hidden) and ${notReportedBySql(viewerId, member)}`

/**
 * SQL tables `p`, `y` and `u`: photos that may be shown to anyone who has their address, with their yolos and members.
 */
export const visiblePhotosSql = sql`
  photos p join yolos y on y.id = p.yolo_id and not ${photoHiddenFromSql(null, 'y')}
           join users u on u.id = y.user_id and ${memberVisibleSql('u')}`
