import { sql } from 'kysely'
import { lockMember } from '#domain/locks/lock-member.ts'
import { canEditYoloOf } from '#domain/vocabulary/roles.ts'
import { notLoggedIn, notYours } from '#platform/contract/failure.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import type { Services, Tx } from '#platform/server/services.ts'
import { yoloNotFound } from './contract.ts'
import { reinsertYolo } from './reinsert.server.ts'
import { removeYolo } from './remove.server.ts'
import { lockItems } from './save.server.ts'

type Restored = { yoloId: number; insteadOf: number | undefined; now: Date }

/**
 * Restores a deleted yolo with its text, tags and photo, if the quota allows it. The viewer's own yolo `insteadOf` is
 * deleted to make room, if it is still there. Returns the owner's id, or null if it was restored before, which is asked
 * for once more where the answer was lost.
 */
export async function restoreDeletedYolo(
  tx: Tx,
  viewer: Viewer,
  { yoloId, insteadOf, now }: Restored,
): Promise<number | null> {
  const kept = tx
    .selectFrom('deleted_yolos')
    .selectAll()
    .where('id', '=', yoloId)
    .where('due', '>', now)
  const found = await kept.executeTakeFirst()
  if (!found) return expectRestored(tx, viewer, { yoloId, insteadOf })
  if (found.deleted_by !== viewer.id || !canEditYoloOf(viewer, found.user_id)) throw notYours()
  // As in a save, this lock makes one member's saves, changes and votes run one after another.
  const owner = await lockMember(tx, found.user_id)
  if (!owner) throw notLoggedIn()
  const yolo = await kept.forUpdate().executeTakeFirst()
  if (!yolo) return expectRestored(tx, viewer, { yoloId, insteadOf })
  if (insteadOf && yolo.user_id !== viewer.id) throw notYours()
  const out = insteadOf ? await lockOwnYolo(tx, viewer, insteadOf) : null
  const verified = owner.email_verified_at !== null
  await reinsertYolo(tx, yolo, { verified }, async (itemId) => {
    if (!out) return
    await lockItems(tx, [itemId, out.item_id])
    await removeYolo(tx, viewer, out.id, now)
  })
  return yolo.user_id
}

/** Throws unless the yolo is there, and the one that it was to be restored instead of isn't. */
async function expectRestored(
  tx: Tx,
  viewer: Viewer,
  { yoloId, insteadOf }: Omit<Restored, 'now'>,
): Promise<null> {
  const yolo = await rowById(tx, 'yolos', yoloId, ['user_id'])
  const isOther = insteadOf && (await rowById(tx, 'yolos', insteadOf, ['id']))
  if (!yolo || isOther || !canEditYoloOf(viewer, yolo.user_id)) throw yoloNotFound()
  return null
}

async function lockOwnYolo(tx: Tx, viewer: Viewer, id: number) {
  const yolo = await rowById(tx, 'yolos', id, ['id', 'user_id', 'item_id'] as const, 'update')
  if (yolo && yolo.user_id !== viewer.id) throw notYours()
  return yolo
}

/** SQL condition: merging made one favorite of the yolo `j` and another, which the record `p` has. */
const joinedInSql = sql`
  p.user_id = j.user_id and p.kind = 'yolo' and not p.moved and (p.went #>> '{stays,id}')::integer = j.id`

export const queues = ({ database, clock }: Services): JobQueue[] => [
  {
    name: 'sweep-deleted-yolos',
    every: '* * * * *',
    async run() {
      // Once a yolo can no longer be restored, decided reports and the decisions about it are deleted too, and its
      // takedowns except those by whose hashes a text or photo is known again, which lose the text. So are the texts and
      // the photo of the favorites that became one in it by merging, since it can't be split any more.
      await sql`
        with recursive gone as (delete from deleted_yolos where due <= ${clock.now()} returning id, user_id),
        joined as (
          select id, user_id from gone
          union
          select p.yolo_id, p.user_id from joined j join merge_parts p on ${joinedInSql}),
        parts as (delete from merge_parts p using joined j where ${joinedInSql}),
        reports as (delete from abuse_reports where yolo_id in (select id from gone) and closed_at is not null),
        decisions as (
          delete from report_decisions d using gone
           where d.subject = any (array['text of yolo ' || gone.id, 'photo of yolo ' || gone.id])),
        texts as (
          update takedowns set seen = null
           where yolo_id in (select id from gone) and (content_hash is not null or reported_hashes <> '{}'))
        delete from takedowns
         where yolo_id in (select id from gone) and content_hash is null and reported_hashes = '{}'`.execute(
        database,
      )
    },
  },
]
