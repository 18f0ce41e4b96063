import { audited } from '#domain/audit.ts'
import { sql, type Transaction } from 'kysely'
import { isAdmin, isSpecialUser, mayEditYoloOf } from '#domain/vocabulary/roles.ts'
import { yoloJson } from '#features/items/cards.server.ts'
import { itemNotFound, type Card } from '#features/items/contract.ts'
import { badInput, notLoggedIn, notYours } from '#platform/contract/failure.ts'
import { transact } from '#platform/server/database.ts'
import { on, type Viewer } from '#platform/server/http/handler.ts'
import type { DB } from '#platform/server/schema.ts'
import type { Services } from '#platform/server/services.ts'
import { yoloNotFound } from './contract.ts'
import {
  deleteYolo,
  editYolo,
  moveYolo,
  renameYolo,
  restoreYolo,
  swapYolo,
  yolosToEdit,
} from './edit.contract.ts'
import { moveTo } from './move.server.ts'
import { remove, restore } from './restore.server.ts'
import { saveYolo, typedName } from './save.server.ts'
import { tagsAreOf } from './tags.server.ts'

type Tx = Transaction<DB>
type Change = { yoloId: number; action: string; before: object | null; after: object | null }
export type Yolo = Awaited<ReturnType<typeof lockedYolo>>

export const editHandlers = (services: Services) => {
  const { database, clock, events } = services

  /** One change to one yolo; an admin's to another's leaves an audit row. */
  const change = (
    viewer: Viewer,
    yoloId: number,
    action: string,
    work: (tx: Tx, yolo: Yolo) => Promise<void>,
  ) =>
    transact(database, async (tx) => {
      const yolo = await lockedYolo(tx, viewer, yoloId)
      const before = await shownOf(tx, yoloId)
      await work(tx, yolo)
      const after = await shownOf(tx, yoloId)
      await note(tx, viewer, yolo.user_id, { yoloId, action, before, after })
      return after
    })

  const note = async (
    tx: Tx,
    viewer: Viewer,
    ownerId: number,
    { yoloId, action, before, after }: Change,
  ) => {
    if (ownerId === viewer.id) return
    await audited(tx, viewer, action, `yolo ${yoloId}`, { before, after, at: clock.now() })
  }

  const kept = async (changed: ReturnType<typeof change>) => {
    const yolo = await changed
    if (!yolo) throw yoloNotFound()
    return yolo
  }

  return [
    on(editYolo, ({ input, viewer }) => {
      const { id, description, userName } = input
      const shownName = typedName(isSpecialUser(viewer) ? userName : null)
      return kept(
        change(viewer, id, 'yolo.edit', async (tx, yolo) => {
          await tx
            .updateTable('yolos')
            .set({
              updated_at: clock.now(),
              ...(description === undefined ? {} : { description: description ?? '' }),
              ...(isSpecialUser({ id: yolo.user_id }) && shownName
                ? { shown_name: shownName }
                : {}),
            })
            .where('id', '=', id)
            .execute()
        }),
      )
    }),

    on(renameYolo, async ({ input: { yoloId, new_name: name }, viewer }) => {
      let voteWithdrawn = false
      const yolo = await kept(
        change(viewer, yoloId, 'yolo.rename', async (tx, before) => {
          const withdrawn = await moveTo(tx, before, { name, now: clock.now() })
          voteWithdrawn = withdrawn && before.user_id === viewer.id
        }),
      )
      return { ...yolo, voteWithdrawn }
    }),

    on(moveYolo, async ({ input: { yoloId, categoryId, tags = [] }, viewer }) => {
      if (!tagsAreOf(categoryId, tags))
        throw badInput({ fields: { tags: 'These tags belong to another category.' } })
      let voteWithdrawn = false
      const moved = await kept(
        change(viewer, yoloId, 'yolo.move', async (tx, yolo) => {
          const withdrawn = await moveTo(tx, yolo, { categoryId, now: clock.now() })
          voteWithdrawn = withdrawn && yolo.user_id === viewer.id
          if (tags.length > 0)
            await tx
              .insertInto('yolo_tags')
              .values([...new Set(tags)].map((tag_id) => ({ yolo_id: yoloId, tag_id })))
              .onConflict((conflict) => conflict.columns(['yolo_id', 'tag_id']).doNothing())
              .execute()
        }),
      )
      return { ...moved, voteWithdrawn }
    }),

    on(deleteYolo, async ({ input: { yoloId }, viewer }) => {
      await change(viewer, yoloId, 'yolo.delete', (tx) => remove(tx, viewer, yoloId, clock.now()))
      return { id: yoloId }
    }),

    on(restoreYolo, ({ input: { yoloId }, viewer }) =>
      transact(database, async (tx) => {
        const owner = await restore(tx, viewer, yoloId, clock.now())
        const after = await shownOf(tx, yoloId)
        if (!after) throw yoloNotFound()
        await note(tx, viewer, owner, { yoloId, action: 'yolo.restore', before: null, after })
        return after
      }),
    ),

    on(yolosToEdit, async ({ input: { id }, viewer }) => {
      const item = await database
        .selectFrom('items')
        .select('id')
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (!item) throw itemNotFound()
      const { rows } = await sql<{ yolo: Card['yolos'][number] }>`
        select ${yoloJson(null, true)} as yolo from yolos y join users u on u.id = y.user_id
         where y.item_id = ${id} and (${isAdmin(viewer)} or y.user_id = ${viewer.id})
         order by y.user_id = ${viewer.id} desc, y.description <> '' desc, y.created_at desc
         limit 100`.execute(database)
      return rows.map(({ yolo }) => yolo)
    }),

    on(swapYolo, async ({ input, viewer }) => {
      const { outId, ...wanted } = input
      const saved = await saveYolo(services, viewer, wanted, outId)
      events.publish({ kind: 'yolo', actorId: viewer.id, itemId: saved.itemId })
      return saved
    }),
  ]
}

/** The yolo, after its owner: like a save, every change to a member's yolos waits for the one before. */
async function lockedYolo(tx: Tx, viewer: Viewer, id: number) {
  const yolos = tx
    .selectFrom('yolos')
    .select(['id', 'user_id', 'item_id', 'category_id', 'slot'])
    .where('id', '=', id)
  const found = await yolos.executeTakeFirst()
  if (!found) throw yoloNotFound()
  if (!mayEditYoloOf(viewer, found.user_id)) throw notYours()
  const owner = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', found.user_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!owner) throw notLoggedIn()
  const yolo = await yolos.forUpdate().executeTakeFirst()
  if (!yolo) throw yoloNotFound()
  return yolo
}

async function shownOf(tx: Tx, id: number) {
  const yolo = await tx
    .selectFrom('yolos as y')
    .innerJoin('items as i', 'i.id', 'y.item_id')
    .innerJoin('users as u', 'u.id', 'y.user_id')
    .select((is) => [
      'y.id',
      'y.item_id as itemId',
      'i.name as itemName',
      'y.category_id as categoryId',
      'y.description',
      is.fn.coalesce('y.shown_name', 'u.user_name').as('userName'),
    ])
    .where('y.id', '=', id)
    .executeTakeFirst()
  if (!yolo) return null
  const yoloTags = await tx
    .selectFrom('yolo_tags')
    .select('tag_id as tagId')
    .where('yolo_id', '=', id)
    .orderBy('tag_id')
    .execute()
  return { ...yolo, yoloTags }
}
