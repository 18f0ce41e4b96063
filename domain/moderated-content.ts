import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { badInput } from '#platform/contract/failure.ts'
import { preparedStatementComment } from '#platform/server/database/database.ts'
import { significantCharacters } from '#platform/text/look-alike.ts'
import type { Tx } from '#platform/server/services.ts'

/**
 * Returns the hash by which a text that was reported or taken down is known again, also with other spaces, punctuation,
 * invisible characters or letters that look alike.
 */
export const textHash = (text: string): Buffer =>
  createHash('sha256')
    .update(significantCharacters(text.normalize('NFKC')))
    .digest()

type Moderated = { userId: number; yoloId: number }
/** `yoloId` is null for a new yolo, a bio or an avatar. */
type Whose = { userId: number; yoloId: number | null }

/**
 * Throws if an admin took down the same text of this member at another yolo, even if that one is deleted. Otherwise the
 * text would be shown again at the same dish by deleting the yolo and saving it again.
 */
export async function refuseTakenDownText(
  tx: Tx,
  whose: Whose,
  text: string,
  field: 'description' | 'bio' = 'description',
): Promise<void> {
  if (text === '') return
  const reason = await findReason(tx, whose, 'text', textHash(text))
  if (reason === null) return
  const message = `We took this text down. This is why: ${reason}`
  throw badInput({ message, fields: { [field]: message } })
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

/**
 * Returns what the admin wrote about it, or null if no such content was taken down. What was reported counts as taken
 * down, too, if its author replaced it before the admin's decision.
 */
async function findReason(
  tx: Tx,
  { userId, yoloId }: Whose,
  kind: 'text' | 'photo',
  hash: Buffer,
): Promise<string | null> {
  const { rows } = await sql<{ word: string }>`
    ${preparedStatementComment} select word from takedowns
     where member_id = ${userId} and kind = ${sql.lit(kind)} and restored_at is null
       and yolo_id is distinct from ${yoloId} and (content_hash = ${hash} or ${hash} = any (reported_hashes))
     order by id desc limit 1`.execute(tx)
  return rows[0]?.word ?? null
}

/**
 * Gives a yolo the open reports of the same text of this member, so that it stays before the admins and out of its
 * reporters' sight when its author deletes the yolo and saves the text again. Reports of deleted yolos move; those of
 * others, which have the text too, are copied. A report of the same text at this yolo, on which admins have decided,
 * stays decided.
 */
export async function takeReportsOfText(tx: Tx, whose: Moderated, text: string): Promise<void> {
  if (text !== '') await takeReports(tx, whose, 'text', textHash(text))
}

/**
 * Gives a yolo the open reports of the same photo, like `takeReportsOfText`. Those that an admin dismissed while another
 * photo was there are open again (see `decideReports`). `hash` is null for an old photo.
 */
export async function takeReportsOfPhoto(
  tx: Tx,
  whose: Moderated,
  hash: Buffer | null,
): Promise<void> {
  if (!hash) return
  await sql`
    ${preparedStatementComment} update abuse_reports set decision_id = null
     where yolo_id = ${whose.yoloId} and kind = 'photo' and content_hash = ${hash}
       and closed_at is null and decision_id is not null`.execute(tx)
  await takeReports(tx, whose, 'photo', hash)
}

const takeReports = (tx: Tx, { userId, yoloId }: Moderated, kind: 'text' | 'photo', hash: Buffer) =>
  sql`
  ${preparedStatementComment}
  with same as (
    select r.*, exists (select from yolos y where y.id = r.yolo_id) as stays from abuse_reports r
     where r.member_id = ${userId} and r.kind = ${sql.lit(kind)} and r.yolo_id <> ${yoloId}
       and r.content_hash = ${hash} and r.closed_at is null and r.withdrawn_at is null),
  moved as (delete from abuse_reports r using same s where r.id = s.id and not s.stays)
  insert into abuse_reports (reporter_id, kind, yolo_id, member_id, reason, words, seen, content_hash, created_at)
  select distinct on (reporter_id) reporter_id, kind, ${yoloId}::integer, member_id, reason, words, seen, content_hash, created_at
    from same order by reporter_id, id
  on conflict (reporter_id, yolo_id, kind, content_hash) where yolo_id is not null
    do update set withdrawn_at = null`.execute(tx)
