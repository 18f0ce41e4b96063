import { avatarFileName, photoFileName } from '#features/photos/names.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall, RawResponse } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { openStorage } from '#platform/server/storage/storage.ts'
import { loadAbuseCases } from './cases.server.ts'
import {
  abuseCases,
  caseAvatar,
  casePhoto,
  dismissAbuseReports,
  reportTargetNotFound,
  undoTakedown,
  takeDown,
} from './contract.ts'
import * as takedowns from './takedowns.server.ts'

export const abuseAdminHandlers = (services: Services) => {
  const { database, clock, settings } = services
  const storage = openStorage(settings, 'photos')
  async function pictureResponse(file: string | undefined) {
    const body = file && (await storage.read(file))
    if (!body) throw reportTargetNotFound()
    return new RawResponse(body, {
      'Content-Type': 'image/jpeg',
      'Cache-Control': 'no-store',
    })
  }

  return [
    implementCall(abuseCases, ({ input: { state, cursor } }) =>
      loadAbuseCases(database, state, cursor),
    ),

    implementCall(casePhoto, async ({ input: { yoloId } }) => {
      const photo = await database
        .selectFrom('photos')
        .select('name')
        .where('yolo_id', '=', yoloId)
        .executeTakeFirst()
      return pictureResponse(photo && photoFileName(photo.name, 1280))
    }),

    implementCall(caseAvatar, async ({ input: { userId } }) => {
      const avatar = await database
        .selectFrom('avatars')
        .select('name')
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return pictureResponse(avatar && avatarFileName(avatar.name, 320))
    }),

    implementCall(dismissAbuseReports, async ({ input: { kind, id }, viewer }) => {
      const why = { reason: '', at: clock.now() }
      const dismissed = await transact(database, (tx) =>
        takedowns.dismissReports(tx, viewer, { kind, id }, why),
      )
      return { kind, id, dismissed }
    }),

    implementCall(takeDown, async ({ input: { kind, id, word }, viewer }) => {
      await transact(database, (tx) => takedowns.takeDown(services, tx, viewer, { kind, id }, word))
      return { kind, id, takenDown: true }
    }),

    implementCall(undoTakedown, async ({ input: { kind, id }, viewer }) => {
      const settled = { reopen: false }
      await transact(database, (tx) =>
        takedowns.endTakedown(services, tx, viewer, { kind, id }, settled),
      )
      return { kind, id, takenDown: false }
    }),
  ]
}
