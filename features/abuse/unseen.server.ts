import { sql, type RawBuilder } from 'kysely'

/** Who looks: a member's number, or null for a visitor. What an admin took down is out of everyone's sight, what one reported out of one's own. */
export type Eye = number | null

const reported = (eye: Eye, kind: 'text' | 'photo', yolo: string) =>
  eye === null
    ? sql``
    : sql`or exists (select 1 from abuse_reports r where r.reporter_id = ${eye}
                        and r.yolo_id = ${sql.ref(`${yolo}.id`)} and r.kind = ${kind})`

/** Of a row of `yolos`, by its alias. */
export const textUnseen = (eye: Eye, yolo: string) =>
  sql`(${sql.ref(`${yolo}.text_down`)} ${reported(eye, 'text', yolo)})`

export const photoUnseen = (eye: Eye, yolo: string) =>
  sql`(${sql.ref(`${yolo}.photo_down`)} ${reported(eye, 'photo', yolo)})`

/** Not one whom the viewer reported. */
export const notReported = (eye: Eye, member: RawBuilder<unknown>) =>
  eye === null
    ? sql`true`
    : sql`not exists (select 1 from abuse_reports r where r.reporter_id = ${eye} and r.kind = 'member'
                         and r.member_id = ${member})`

/** Neither asleep, nor taken down, nor reported by the one who looks. */
export const memberSeen = (eye: Eye, member: RawBuilder<unknown>) =>
  sql`not exists (select 1 from users h where h.id = ${member} and h.hidden) and ${notReported(eye, member)}`
