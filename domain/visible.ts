import { sql, type RawBuilder, type SqlBool } from 'kysely'

// Who and what is shown (rules: counting). Every public query of members' content uses these conditions.

/** A member's id, or null for a visitor. */
export type ViewerId = number | null

/** SQL condition on a row of `users`, by its alias: what the member does is seen and counted by others. */
export const countsSql = (user: string) => sql<boolean>`${sql.ref(`${user}.counts`)}`

/** SQL condition on a row of `users`, by its alias: the viewer sees what this member made. */
export const visibleTo = (viewer: ViewerId, user = 'u') =>
  viewer === null
    ? countsSql(user)
    : sql<boolean>`(${countsSql(user)} or ${sql.ref(`${user}.id`)} = ${viewer})`

/** SQL condition on a row of `yolos`, by its alias: an admin removed its text. */
export const textHiddenSql = (yolo: string) => sql<SqlBool>`${sql.ref(`${yolo}.text_down`)}`

/** SQL condition: the viewer sees what the member with this id made. */
export const authorVisibleTo = (viewer: ViewerId, id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from users author where author.id = ${id} and ${visibleTo(viewer, 'author')})`

/**
 * SQL tables `p`, `y` and `u`: photos that anyone who has their random name may load, with their yolos and members. They
 * include those of unverified members, who see their own.
 */
export const visiblePhotosSql = sql`
  photos p join yolos y on y.id = p.yolo_id and not y.photo_down
           join users u on u.id = y.user_id and u.suspended_at is null and u.disabled_at is null`
