import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { badInput } from '#platform/contract/failure.ts'
import { preparedStatementComment } from '#platform/server/database/database.ts'
import { significantCharacters } from '#platform/text/look-alike.ts'
import type { Tx } from '#platform/server/services.ts'

/**
 * Returns the hash by which a text that was taken down is known again, also with other spaces, punctuation, invisible
 * characters or letters that look alike.
 */
export const textHash = (text: string): Buffer =>
  createHash('sha256')
    .update(significantCharacters(text.normalize('NFKC')))
    .digest()

/** `yoloId` is null for a new yolo. */
type Whose = { userId: number; yoloId: number | null }

/**
 * Throws if an admin took down the same text of this member at another yolo, even if that one is deleted. Otherwise the
 * text would be shown again at the same dish by deleting the yolo and saving it again.
 */
export async function refuseTakenDownText(tx: Tx, whose: Whose, text: string): Promise<void> {
  if (text === '') return
  const reason = await findReason(tx, whose, 'text', textHash(text))
  if (reason === null) return
  const message = `We took this text down. This is why: ${reason}`
  throw badInput({ message, fields: { description: message } })
}

/** Throws if an admin took down the same photo of this member at another yolo. `hash` is null for an old photo. */
export async function refuseTakenDownPhoto(
  tx: Tx,
  whose: Whose,
  hash: Buffer | null,
): Promise<void> {
  if (!hash) return
  const reason = await findReason(tx, whose, 'photo', hash)
  if (reason !== null)
    throw badInput({ message: `We took this photo down. This is why: ${reason}` })
}

/** Returns what the admin wrote about it, or null if no such content was taken down. */
async function findReason(
  tx: Tx,
  { userId, yoloId }: Whose,
  kind: 'text' | 'photo',
  hash: Buffer,
): Promise<string | null> {
  const { rows } = await sql<{ word: string }>`
    ${preparedStatementComment} select word from takedowns
     where member_id = ${userId} and kind = ${sql.lit(kind)} and restored_at is null
       and yolo_id is distinct from ${yoloId} and content_hash = ${hash}
     order by id desc limit 1`.execute(tx)
  return rows[0]?.word ?? null
}

type Moderated = { userId: number; yoloId: number }

/**
 * Copies the open reports of the same text of this member at other yolos, deleted ones too, to this yolo. Otherwise a
 * text that waits for an admin would be shown again, and leave their queue, once its author saves it anew.
 */
export async function copyReportsOfText(tx: Tx, whose: Moderated, text: string): Promise<void> {
  if (text === '') return
  const { rows: reports } = await sql<{ id: number; seen: string }>`
    ${preparedStatementComment} select id, seen from abuse_reports r
     where ${openReportsSql(whose, 'text')}`.execute(tx)
  if (reports.length === 0) return
  const hash = textHash(text)
  const same = reports.filter(({ seen }) => textHash(seen).equals(hash)).map(({ id }) => id)
  await copyReports(tx, whose, sql`r.id = any (${same}::integer[])`)
}

/** Copies the open reports of the same photo, like `copyReportsOfText`. `hash` is null for an old photo. */
export async function copyReportsOfPhoto(
  tx: Tx,
  whose: Moderated,
  hash: Buffer | null,
): Promise<void> {
  if (hash)
    await copyReports(tx, whose, sql`${openReportsSql(whose, 'photo')} and r.photo_hash = ${hash}`)
}

const openReportsSql = ({ userId, yoloId }: Moderated, kind: 'text' | 'photo') => sql`
  r.member_id = ${userId} and r.kind = ${sql.lit(kind)} and r.yolo_id <> ${yoloId}
  and r.closed_at is null and r.withdrawn_at is null`

const copyReports = (tx: Tx, { yoloId }: Moderated, which: RawBuilder<unknown>) =>
  sql`
  insert into abuse_reports (reporter_id, kind, yolo_id, member_id, reason, words, seen, photo_hash, created_at)
  select distinct on (r.reporter_id) r.reporter_id, r.kind, ${yoloId}::integer, r.member_id, r.reason, r.words, r.seen, r.photo_hash, r.created_at
    from abuse_reports r where ${which}
   order by r.reporter_id, r.id
  on conflict do nothing`.execute(tx)
