import { sql, type RawBuilder } from 'kysely'
import { badInput } from '#platform/contract/failure.ts'
import { preparedStatementComment } from '#platform/server/database.ts'
import type { Tx } from '#platform/server/services.ts'

/** SQL for the hash by which a text that was taken down is known again. */
export const textHashSql = (text: string): RawBuilder<Buffer> =>
  sql`sha256(convert_to(lower(${text}), 'UTF8'))`

/**
 * Throws if an admin took down the same text of this member at another yolo, even if that one is deleted. Otherwise the
 * text would be shown again at the same dish by deleting the yolo and saving it again. `yoloId` is null for a new yolo.
 */
export async function refuseTakenDownText(
  tx: Tx,
  { userId, yoloId, text }: { userId: number; yoloId: number | null; text: string },
): Promise<void> {
  if (text === '') return
  const { rows } = await sql<{ word: string }>`
    ${preparedStatementComment} select word from takedowns
     where member_id = ${userId} and kind = 'text' and restored_at is null
       and yolo_id is distinct from ${yoloId} and text_hash = ${textHashSql(text)}
     order by id desc limit 1`.execute(tx)
  const [found] = rows
  if (found)
    throw badInput({
      fields: { description: `We took this text down. This is why: ${found.word}` },
    })
}
