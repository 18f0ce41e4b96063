import { audited } from '#domain/audit.ts'
import type { Transaction } from 'kysely'
import { sendMail } from '#features/mail/send.server.ts'
import { roleIds } from '#domain/vocabulary/roles.ts'
import { fileOf, typeOf } from '#features/photos/names.ts'
import { transact } from '#platform/server/database.ts'
import { on, Raw, type Viewer } from '#platform/server/http/handler.ts'
import type { DB } from '#platform/server/schema.ts'
import type { Services } from '#platform/server/services.ts'
import { openStorage } from '#platform/server/storage/storage.ts'
import { casesOf } from './cases.server.ts'
import {
  abuseCases,
  casePhoto,
  dismiss,
  hasRights,
  nothingThere,
  restore,
  takeDown,
} from './contract.ts'
import type { Kind } from './limits.ts'

type Tx = Transaction<DB>
type Thing = { kind: Kind; id: number }

export const abuseAdminHandlers = (services: Services) => {
  const { database, clock, settings } = services
  const storage = openStorage(settings, 'photos')

  const audit = (
    tx: Tx,
    viewer: Viewer,
    action: string,
    { kind, id }: Thing,
    { before, after }: Change,
  ) =>
    audited(
      tx,
      viewer,
      `abuse.${action}`,
      kind === 'member' ? `member ${id}` : `${kind} of yolo ${id}`,
      { before, after, at: clock.now() },
    )

  const close = async (tx: Tx, { kind, id }: Thing) => {
    const closed = await tx
      .updateTable('abuse_reports')
      .set({ closed_at: clock.now() })
      .where('kind', '=', kind)
      .where(kind === 'member' ? 'member_id' : 'yolo_id', '=', id)
      .where('closed_at', 'is', null)
      .returning('id')
      .execute()
    return closed.length
  }

  return [
    on(abuseCases, ({ input: { state, cursor } }) => casesOf(database, state, cursor)),

    on(casePhoto, async ({ input: { yoloId } }) => {
      const photo = await database
        .selectFrom('photos')
        .select('name')
        .where('yolo_id', '=', yoloId)
        .executeTakeFirst()
      const body = photo && (await storage.read(fileOf(photo.name, 1280, 'jpg')))
      if (!body) throw nothingThere()
      return new Raw(body, { 'Content-Type': typeOf('jpg'), 'Cache-Control': 'no-store' })
    }),

    on(dismiss, async ({ input: { kind, id }, viewer }) =>
      transact(database, async (tx) => {
        const dismissed = await close(tx, { kind, id })
        if (dismissed > 0)
          await audit(
            tx,
            viewer,
            'dismiss',
            { kind, id },
            { before: { open: dismissed }, after: { open: 0 } },
          )
        return { kind, id, dismissed }
      }),
    ),

    on(takeDown, async ({ input: { kind, id, word }, viewer }) => {
      if (kind === 'member' && roleIds.includes(id)) throw hasRights()
      return transact(database, async (tx) => {
        const found = await shownOf(tx, { kind, id })
        if (!found) throw nothingThere()
        const { memberId, ...before } = found
        const made = await tx
          .insertInto('takedowns')
          .values({
            kind,
            yolo_id: kind === 'member' ? null : id,
            member_id: memberId,
            word,
            actor_id: viewer.id,
            created_at: clock.now(),
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
        if (made) {
          const open = await close(tx, { kind, id })
          await audit(
            tx,
            viewer,
            'take-down',
            { kind, id },
            { before: { ...before, open }, after: { word } },
          )
          const mail = { kind: 'taken-down', userId: memberId, takedownId: made.id } as const
          await sendMail(services, mail, tx)
        }
        return { kind, id, takenDown: true }
      })
    }),

    on(restore, async ({ input: { kind, id }, viewer }) =>
      transact(database, async (tx) => {
        const lifted = await tx
          .updateTable('takedowns')
          .set({ restored_at: clock.now() })
          .where('kind', '=', kind)
          .where(kind === 'member' ? 'member_id' : 'yolo_id', '=', id)
          .where('restored_at', 'is', null)
          .returning(['id', 'member_id', 'word', 'answer'])
          .executeTakeFirst()
        if (lifted) {
          const { id: takedownId, member_id: userId, ...before } = lifted
          await audit(tx, viewer, 'restore', { kind, id }, { before, after: {} })
          await sendMail(services, { kind: 'restored', userId, takedownId }, tx)
        }
        return { kind, id, takenDown: false }
      }),
    ),
  ]
}

type Change = { before: object; after: object }

/** Whose a thing is and what it shows; undefined where there is nothing. The row stays until the transaction ends. */
async function shownOf(tx: Tx, { kind, id }: Thing) {
  if (kind === 'member')
    return tx
      .selectFrom('users')
      .select(['id as memberId', 'user_name as userName', 'bio'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
  const yolo = await tx
    .selectFrom('yolos')
    .select(['user_id as memberId', 'description'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!yolo) return undefined
  const { memberId, description } = yolo
  if (kind === 'text') return description === '' ? undefined : { memberId, description }
  const photo = await tx
    .selectFrom('photos')
    .select('name')
    .where('yolo_id', '=', id)
    .executeTakeFirst()
  return photo && { memberId, photo: photo.name }
}
