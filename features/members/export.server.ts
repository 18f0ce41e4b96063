import { restaurantVisibleToViewerSql } from '#domain/merged.ts'
import { sql } from 'kysely'
import { textHiddenSql, visibleTo } from '#domain/visible.ts'
import { memberNotFound } from '#features/avatars/contract.ts'
import { exportColumns, exportFile, type ExportRow } from '#features/items/export.server.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { exportFavorites } from './contract.ts'

/** Maximum number of yolos per member to load. The quota allows fewer, but it doesn't apply to user 20. */
export const maxYolos = 300

export const favoritesExportHandler = ({ database, settings }: Services) =>
  implementCall(exportFavorites, async ({ input: { id, format }, viewer }) => {
    const viewerId = viewer?.id ?? null
    const member = await database
      .selectFrom('users as u')
      .select('u.user_name as userName')
      .where('u.id', '=', id)
      .where(visibleTo(viewerId))
      .executeTakeFirst()
    if (!member) throw memberNotFound()
    const { rows } = await sql<ExportRow & { reason: string }>`
      select ${exportColumns},
             case when ${textHiddenSql('y')} then '' else y.description end as reason
        from (select * from yolos where user_id = ${id}
               order by created_at desc, id desc limit ${maxYolos}) y
        join items i on i.id = y.item_id and i.deleted_at is null
        join restaurants r on r.id = i.restaurant_id and r.deleted_at is null and ${restaurantVisibleToViewerSql(viewerId)}
       order by y.created_at desc, y.id desc`.execute(database)
    return exportFile(format, {
      title: `${member.userName}’s favorites`,
      name: `yolo-favorites-${id}`,
      origin: settings.origin,
      rows,
      moreNames: ['reason'],
      more: (_row, index) => ({ reason: rows[index]!.reason }),
    })
  })
