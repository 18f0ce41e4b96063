import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
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

const emptyHash = textHash('')

/** SQL for what a report keeps of row `u` of `users`: the name, and the bio below it. */
export const memberTextSql = (user: string) =>
  sql<string>`concat_ws(E'\n', ${sql.ref(`${user}.user_name`)}, nullif(${sql.ref(`${user}.bio`)}, ''))`

/** SQL for the hash of a member's picture, row `a` of `avatars`. Only old pictures have no hash of their own. */
export const avatarHashSql = (avatar: string) =>
  sql<Buffer | null>`coalesce(${sql.ref(`${avatar}.content_hash`)}, sha256(convert_to(${sql.ref(`${avatar}.name`)}, 'UTF8')))`

/** What a report of a member is about, in the order of the hashes that make up its `content_hash`. */
const memberParts = ['name', 'bio', 'picture'] as const
type MemberPart = (typeof memberParts)[number]

type MemberContent = { userName: string; bio: string; pictureHash: Buffer | null }
export const memberHash = ({ userName, bio, pictureHash }: MemberContent): Buffer =>
  Buffer.concat([textHash(userName), textHash(bio), pictureHash ?? emptyHash])

/** SQL for the hash of a part of the member whom report `r` is about. */
const reportedPartSql = (part: MemberPart) =>
  sql`substring(r.content_hash from ${sql.lit(1 + 32 * memberParts.indexOf(part))} for 32)`

/** SQL condition: report `r` of a member is about another picture than the one with this hash. */
export const otherPictureReportedSql = (hash: RawBuilder<unknown>) => sql`
  ${reportedPartSql('picture')} not in (coalesce(${hash}, ${emptyHash}), ${emptyHash})`

type Moderated = { userId: number; yoloId: number }
/** `yoloId` is null for a new yolo, a name, a bio or an avatar. */
type Whose = { userId: number; yoloId: number | null }

/** The fields of calls whose text others read: reviews and bios, and names, which can say the same. */
type TextField =
  | ('description' | 'bio' | 'userName')
  // Of a dish, a restaurant that is missing, and a correction.
  | ('itemName' | 'new_name' | 'name' | 'address' | 'value')

/**
 * Throws if an admin took down the same text of this member at another yolo, even if that one is deleted. Otherwise the
 * text would be shown again at the same dish by deleting the yolo and saving it again.
 */
export async function refuseTakenDownText(
  tx: Tx,
  whose: Whose,
  text: string,
  field: TextField = 'description',
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
 * down, too, if its author replaced it before the admin's decision. Where a takedown stands, its yolo is hidden whatever
 * it has; one that has ended names what stays refused (see `endTakedown`).
 */
async function findReason(
  tx: Tx,
  { userId, yoloId }: Whose,
  kind: 'text' | 'photo',
  hash: Buffer,
): Promise<string | null> {
  const { rows } = await sql<{ word: string }>`
    ${preparedStatementComment} select word from takedowns
     where member_id = ${userId} and kind = ${sql.lit(kind)}
       and (yolo_id is distinct from ${yoloId} or restored_at is not null) and (content_hash = ${hash} or ${hash} = any (reported_hashes))
     order by id desc limit 1`.execute(tx)
  return rows[0]?.word ?? null
}

/**
 * SQL condition: a text or photo of this member was taken down, or has an open report. What others save needs no
 * comparison with any.
 */
export const moderatedMemberSql = (userId: string) => sql<boolean>`(
  exists (select from takedowns t where t.member_id = ${sql.ref(userId)} and t.kind in ('text', 'photo'))
  or exists (select from abuse_reports r
              where r.member_id = ${sql.ref(userId)} and r.kind in ('text', 'photo') and r.closed_at is null))`

/**
 * Gives a yolo the open reports of the same text of this member, so that it stays before the admins and out of its
 * reporters' sight when its author deletes the yolo and saves the text again. Reports of deleted yolos move; those of
 * others, which have the text too, are copied. A report of the same text at this yolo, on which admins have decided,
 * stays decided.
 */
export async function takeReportsOfText(tx: Tx, whose: Moderated, text: string): Promise<void> {
  if (text !== '') await takeReports(tx, whose, 'text', textHash(text))
}

/** Gives a yolo the open reports of the same photo, like `takeReportsOfText`. `hash` is null for an old photo. */
export async function takeReportsOfPhoto(
  tx: Tx,
  whose: Moderated,
  hash: Buffer | null,
): Promise<void> {
  if (hash) await takeReports(tx, whose, 'photo', hash)
}

/**
 * Opens the reports of a member again that an admin dismissed while another name, bio or picture was there. `hash` is of
 * the one that is back.
 */
export async function reopenReportsOfMember(
  tx: Tx,
  userId: number,
  part: MemberPart,
  hash: Buffer,
): Promise<void> {
  if (!hash.equals(emptyHash))
    await reopen(
      tx,
      sql`r.member_id = ${userId} and r.kind = 'member' and ${reportedPartSql(part)} = ${hash}`,
    )
}

/** Opens reports again that an admin dismissed while something else was there (see `decideReports`). */
const reopen = (tx: Tx, which: RawBuilder<unknown>) =>
  sql`
  ${preparedStatementComment} update abuse_reports r set decision_id = null
   where ${which} and closed_at is null and decision_id is not null`.execute(tx)

async function takeReports(
  tx: Tx,
  { userId, yoloId }: Moderated,
  kind: 'text' | 'photo',
  hash: Buffer,
): Promise<void> {
  await reopen(
    tx,
    sql`r.yolo_id = ${yoloId} and r.kind = ${sql.lit(kind)} and r.content_hash = ${hash}`,
  )
  await sql`
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
}
