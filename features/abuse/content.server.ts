import { sql, type RawBuilder, type Transaction } from 'kysely'
import { avatarHashSql, memberHash, memberTextSql, textHash } from '#domain/moderated-content.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { AbuseKind } from './limits.ts'

export type Thing = { kind: AbuseKind; id: number }

type Content = {
  memberId: number
  /** False if the text is empty or there is no photo. */
  isThere: boolean
  /** What a report keeps of it; null for a photo. */
  text: string | null
  /** What the audit keeps of it. */
  audited: Record<string, string | null>
  /** The hash by which it is known again. Null if nothing is there, or for an old photo. */
  hash: Buffer | null
}

type Row = Pick<Content, 'memberId' | 'text' | 'audited'> & {
  userName: string
  bio: string
  pictureHash: Buffer | null
}

const tables = { text: 'yolos', photo: 'yolos', member: 'users' } as const

/** Locks the member, or the yolo that has the text or photo, so that neither they nor the reports of them change. */
export async function lockThing(
  tx: Transaction<DB>,
  { kind, id }: Thing,
  lock: 'share' | 'no key update',
): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(tables[kind])} where id = ${id} for ${sql.raw(lock)}`.execute(tx)
  return rows.length > 0
}

/**
 * Returns what is there now of a thing that is locked, or undefined if the thing doesn't exist. `onlyIf` is an SQL
 * condition on yolo `y` or member `u`.
 */
export async function contentOf(
  tx: Transaction<DB>,
  { kind, id }: Thing,
  onlyIf: RawBuilder<unknown> = sql`true`,
): Promise<Content | undefined> {
  const queries: Record<AbuseKind, RawBuilder<Row>> = {
    text: sql`
      select y.user_id as "memberId", y.description as text, jsonb_build_object('description', y.description) as audited
        from yolos y where y.id = ${id} and ${onlyIf}`,
    photo: sql`
      select y.user_id as "memberId", null as text, jsonb_build_object('photo', p.name) as audited, p.content_hash as "pictureHash"
        from yolos y left join photos p on p.yolo_id = y.id where y.id = ${id} and ${onlyIf}`,
    member: sql`
      select u.id as "memberId", ${memberTextSql('u')} as text,
             jsonb_build_object('userName', u.user_name, 'bio', u.bio) as audited, u.user_name as "userName", u.bio,
             ${avatarHashSql('a')} as "pictureHash"
        from users u left join avatars a on a.user_id = u.id where u.id = ${id} and ${onlyIf}`,
  }
  const [row] = (await queries[kind].execute(tx)).rows
  if (!row) return undefined
  const { memberId, text, audited } = row
  const isThere = text !== '' && audited.photo !== null
  return { memberId, isThere, text, audited, hash: isThere ? hashOf(kind, row) : null }
}

/**
 * Returns the hash of what is there where something was taken down. Returns undefined if the yolo is gone.
 */
export async function hashBehindTakedown(
  tx: Transaction<DB>,
  thing: Thing,
): Promise<Buffer | null | undefined> {
  return (await contentOf(tx, thing))?.hash
}

function hashOf(kind: AbuseKind, row: Row): Buffer | null {
  if (kind === 'member') return memberHash(row)
  return kind === 'text' ? textHash(row.text!) : row.pictureHash
}
