import { sql } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { lockMember } from '#domain/locks/lock-member.ts'
import { isAdmin, isSpecialUser, canEditYoloOf } from '#domain/vocabulary/roles.ts'
import { takeReportsOfText, refuseTakenDownText } from '#domain/moderated-content.ts'
import { yoloJsonSql } from '#features/items/cards.server.ts'
import { itemNotFound, type Card } from '#features/items/contract.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { notLoggedIn, notYours } from '#platform/contract/failure.ts'
import type { NoticeKind } from '#features/notifications/contract.ts'
import { withdrawNotices } from '#features/notifications/notify.server.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import type { Services, Tx } from '#platform/server/services.ts'
import {
  addMoreTags,
  deleteYolo,
  editYolo,
  moveYolo,
  renameYolo,
  restoreYolo,
  setTags,
  yoloNotFound,
  yolosToEdit,
} from './contract.ts'
import { changeItemOfYolo, type ItemChange } from './move.server.ts'
import { removeYolo, removeYoloOfOther } from './remove.server.ts'
import { restoreDeletedYolo } from './restore.server.ts'
import { parseShownName } from './save.server.ts'
import { addTags, checkTags, removeOtherTags } from './tags.server.ts'

type Edited = OutputOf<typeof editYolo>
export type LockedYolo = Awaited<ReturnType<typeof lockedYolo>>

/** Helpers that change yolos under their owner's lock and record an admin's changes in the audit. */
function changesOf({ database, clock }: Services) {
  /** Records a change in the audit, unless the viewer owns the yolo. */
  const audit = async (
    tx: Tx,
    viewer: Viewer,
    ownerId: number,
    { id, ...entry }: { id: number; action: string; before: unknown; after: unknown },
  ) => {
    if (ownerId === viewer.id) return
    const { action, before, after } = entry
    const owned = (shown: unknown) =>
      shown && !Array.isArray(shown) ? { ...shown, memberId: ownerId } : shown
    const change = { before: owned(before), after: owned(after), at: clock.now() }
    await recordAudit(tx, viewer, action, `yolo ${id}`, change)
  }

  /** Changes one yolo and returns it as shown afterwards. `audits` picks the part that the audit records. */
  const change = (
    viewer: Viewer,
    id: number,
    action: string,
    work: (tx: Tx, yolo: LockedYolo) => Promise<unknown>,
    audits: (yolo: Edited) => unknown = (yolo) => yolo,
  ): Promise<Edited> =>
    transact(database, async (tx) => {
      const yolo = await lockedYolo(tx, viewer, id)
      const before = audits(await shownYolo(tx, id))
      await work(tx, yolo)
      const edited = await shownYolo(tx, id)
      await audit(tx, viewer, yolo.user_id, { id, action, before, after: audits(edited) })
      return edited
    })

  /** Renames a yolo or moves it to another category. Hides from an admin whether the owner's vote was withdrawn. */
  async function move(viewer: Viewer, id: number, action: string, wanted: Omit<ItemChange, 'now'>) {
    let voteWithdrawn = false
    const edited = await change(viewer, id, action, async (tx, yolo) => {
      const withdrawn = await changeItemOfYolo(tx, yolo, { ...wanted, now: clock.now() })
      voteWithdrawn = withdrawn && yolo.user_id === viewer.id
      await addTags(tx, id, wanted.tags ?? [])
    })
    return { ...edited, voteWithdrawn }
  }

  /** Adds `tags` to a yolo. With `whole`, `tags` is the complete list, and all other tags are removed. */
  const changeTags = (viewer: Viewer, id: number, tags: number[], { whole }: { whole: boolean }) =>
    change(
      viewer,
      id,
      whole ? 'yolo.set-tags' : 'yolo.add-tags',
      async (tx, yolo) => {
        checkTags(yolo.category_id, tags)
        if (whole) await removeOtherTags(tx, id, tags)
        await addTags(tx, id, tags)
      },
      ({ yoloTags }) => yoloTags,
    )

  return { audit, change, move, changeTags }
}

export const editHandlers = (services: Services) => {
  const { database, clock } = services
  const { audit, change, move, changeTags } = changesOf(services)
  return [
    implementCall(editYolo, ({ input: { id, description, userName }, viewer }) => {
      const shownName = parseShownName(isSpecialUser(viewer) ? userName : null)
      return change(viewer, id, 'yolo.edit', async (tx, yolo) => {
        const text = description ?? ''
        const whose = { userId: yolo.user_id, yoloId: id }
        await refuseTakenDownText(tx, whose, text)
        await takeReportsOfText(tx, whose, text)
        await tx
          .updateTable('yolos')
          .set({
            updated_at: clock.now(),
            ...(description !== undefined && { description: text }),
            ...(isSpecialUser({ id: yolo.user_id }) && shownName && { shown_name: shownName }),
          })
          .where('id', '=', id)
          .execute()
      })
    }),

    implementCall(renameYolo, ({ input: { yoloId, new_name: name }, viewer }) =>
      move(viewer, yoloId, 'yolo.rename', { name }),
    ),

    implementCall(moveYolo, async ({ input: { yoloId, categoryId, tags = [] }, viewer }) => {
      checkTags(categoryId, tags)
      return move(viewer, yoloId, 'yolo.move', { categoryId, tags })
    }),

    implementCall(addMoreTags, async ({ input: { yoloId, tags }, viewer }) => {
      const ids = tags.map(({ tagId }) => tagId)
      const { id, yoloTags } = await changeTags(viewer, yoloId, ids, { whole: false })
      return { id, yoloTags }
    }),

    implementCall(setTags, async ({ input, viewer }) => {
      const ids = input.tags.map((tag) => (typeof tag === 'number' ? tag : tag.tagId))
      const { id, yoloTags } = await changeTags(viewer, input.id, ids, { whole: true })
      return { id, yoloTags }
    }),

    implementCall(deleteYolo, ({ input: { yoloId: id }, viewer }) =>
      transact(database, async (tx) => {
        const { user_id: owner } = await lockedYolo(tx, viewer, id)
        const before = await shownYolo(tx, id)
        const remove = owner === viewer.id ? removeYolo : removeYoloOfOther
        await remove(tx, viewer, id, clock.now())
        const kinds: NoticeKind[] = ['followed-yolo', 'nearby']
        await withdrawNotices(tx, { kinds, actorId: owner, itemId: before.itemId })
        await audit(tx, viewer, owner, { id, action: 'yolo.delete', before, after: null })
        return { id }
      }),
    ),

    implementCall(restoreYolo, ({ input: { yoloId: id, insteadOf }, viewer }) =>
      transact(database, async (tx) => {
        const restored = { yoloId: id, insteadOf, now: clock.now() }
        const owner = await restoreDeletedYolo(tx, viewer, restored)
        const after = await shownYolo(tx, id)
        if (owner !== null)
          await audit(tx, viewer, owner, { id, action: 'yolo.restore', before: null, after })
        return { ...after, restored: owner !== null }
      }),
    ),

    implementCall(yolosToEdit, async ({ input: { id }, viewer }) => {
      const item = await rowById(database, 'items', id, ['deleted_at'])
      if (!item || item.deleted_at) throw itemNotFound()
      const { rows } = await sql<{ yolo: Card['yolos'][number] }>`
        select ${yoloJsonSql(null, true)} as yolo from yolos y join users u on u.id = y.user_id
         where y.item_id = ${id} and (${isAdmin(viewer)} or y.user_id = ${viewer.id})
         order by y.user_id = ${viewer.id} desc, y.description <> '' desc, y.created_at desc
         limit 100`.execute(database)
      return rows.map(({ yolo }) => yolo)
    }),
  ]
}

/**
 * Locks the yolo's owner, then the yolo, and returns the yolo. As in a save, the lock on the owner makes all changes to
 * one member's yolos run one after another.
 */
async function lockedYolo(tx: Tx, viewer: Viewer, id: number) {
  const columns = ['id', 'user_id', 'item_id', 'category_id', 'slot'] as const
  const found = await rowById(tx, 'yolos', id, columns)
  if (!found) throw yoloNotFound()
  if (!canEditYoloOf(viewer, found.user_id)) throw notYours()
  if (!(await lockMember(tx, found.user_id))) throw notLoggedIn()
  const yolo = await rowById(tx, 'yolos', id, columns, 'update')
  if (!yolo) throw yoloNotFound()
  return yolo
}

async function shownYolo(tx: Tx, id: number): Promise<Edited> {
  const { rows } = await sql<Edited>`
    select y.id, y.item_id as "itemId", i.name as "itemName", y.category_id as "categoryId", y.description,
           coalesce(y.shown_name, u.user_name) as "userName",
           (select coalesce(jsonb_agg(jsonb_build_object('tagId', t.tag_id) order by t.tag_id), '[]')
              from yolo_tags t where t.yolo_id = y.id) as "yoloTags"
      from yolos y join items i on i.id = y.item_id join users u on u.id = y.user_id
     where y.id = ${id}`.execute(tx)
  if (!rows[0]) throw yoloNotFound()
  return rows[0]
}
