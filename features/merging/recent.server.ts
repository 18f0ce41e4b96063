import { sql } from 'kysely'
import type { OutputOf } from '#platform/contract/call.ts'
import { on } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { cannotUndo, mergeNotFound, recentMerges, undoMerging } from './desk.contract.ts'
import { CannotUndo, NoSuchMerge } from './merge-row.server.ts'
import { undoMerge } from './undo.server.ts'

type Row = OutputOf<typeof recentMerges>['merges'][number]

const pageSize = 50

export const recentHandlers = ({ database, clock }: Services) => [
  on(recentMerges, async ({ input: { cursor } }) => {
    const { rows } = await sql<Row>`
      select m.id, m.kind, m.undone_at is not null as undone,
             jsonb_build_object('id', m.from_id, 'name', coalesce(gi.name, gr.name, '')) as goes,
             jsonb_build_object('id', m.into_id, 'name', coalesce(si.name, sr.name, '')) as stays,
             coalesce(ir.name, sr.name, '') as "restaurantName",
             coalesce(u.user_name, case m.actor_id when 0 then 'An import' else 'Member ' || m.actor_id end) as by,
             to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
             m.undone_at is null
               and coalesce(gi.merged_into, gr.merged_into, 0) = m.into_id
               and coalesce(si.id, sr.id) is not null
               and coalesce(si.deleted_at, sr.deleted_at) is null as "canUndo"
        from merges m
        left join users u on u.id = m.actor_id
        left join items gi on m.kind = 'item' and gi.id = m.from_id
        left join items si on m.kind = 'item' and si.id = m.into_id
        left join restaurants ir on ir.id = si.restaurant_id
        left join restaurants gr on m.kind = 'restaurant' and gr.id = m.from_id
        left join restaurants sr on m.kind = 'restaurant' and sr.id = m.into_id
       where m.part_of is null and m.id < ${cursor ?? 2_147_483_647}
       order by m.id desc limit ${pageSize + 1}`.execute(database)
    const merges = rows.slice(0, pageSize)
    return { merges, cursor: rows.length > pageSize ? merges.at(-1)!.id : null }
  }),

  on(undoMerging, async ({ input: { id }, viewer }) => {
    try {
      const { kind, from, into, stillJoined } = await undoMerge({ database, clock }, id, viewer)
      return { kind, goes: from, stays: into, stillJoined }
    } catch (error) {
      if (error instanceof NoSuchMerge) throw mergeNotFound()
      if (error instanceof CannotUndo) throw cannotUndo({ message: error.message })
      throw error
    }
  }),
]
