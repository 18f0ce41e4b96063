import { sql } from 'kysely'
import type { OutputOf } from '#platform/contract/call.ts'
import { notYours } from '#platform/contract/failure.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import * as admins from './admin/contract.ts'
import { contestAdminHandlers } from './admin/server.ts'
import * as everyones from './contract.ts'
import {
  prizeAlreadyAccepted,
  answerWin,
  declareEligibility,
  contestClosed,
  contestNotFound,
  listContests,
  myContests,
  myEntries,
  showContest,
  answerDeadlinePassed,
  viewerIsHeld,
} from './contract.ts'
import { drawingHandlers } from './drawing/drawing.server.ts'
import { contestsOfMember, entriesCountSql } from './mine.server.ts'
import { contestRows, contestWithEntries, drawRows, contestWithChanges } from './rows.server.ts'

export { checks } from './checks.ts'
export { backupRules } from './backup-rules.ts'
export { beforeChange, queues } from './jobs.server.ts'
export const calls = { ...everyones, ...admins }
export const handlers = (services: Services) => [
  ...contestHandlers(services),
  ...contestAdminHandlers(services),
  ...drawingHandlers(services),
]

const contestHandlers = (services: Services) => [
  ...publicHandlers(services),
  ...memberHandlers(services),
]

function publicHandlers({ listing, clock }: Services) {
  // A call reads from one server, so the list is there if the contest that was read before it has one.
  const withEntries = contestWithEntries(listing)
  return [
    implementCall(listContests, () => contestRows(listing, clock.now())),

    implementCall(showContest, async ({ input: { id, entries } }) => {
      const contest = await contestWithChanges(listing, id, clock.now())
      return entries === 'false' ? contest : withEntries(contest)
    }),
  ]
}

const memberHandlers = ({ database, clock }: Services) => [
  implementCall(myEntries, async ({ input: { id }, viewer }) => {
    const { rows } = await sql<OutputOf<typeof myEntries>[number]>`
      with asked as materialized (select c.id, ${entriesCountSql(viewer.id)} as counts from contests c where c.id = ${id})
      select e.id, e.yolo_id as "yoloId", case e.n when 0 then 'yolo' else 'photo' end as kind, i.name as "itemName", c.counts
        from asked c
        left join contest_entries e on e.contest_id = c.id and e.user_id = ${viewer.id}
        left join yolos y on y.id = e.yolo_id
        left join items i on i.id = y.item_id
       order by e.yolo_id, e.n`.execute(database)
    if (rows.length === 0) throw contestNotFound()
    return rows.filter((row) => row.id !== null)
  }),

  implementCall(myContests, ({ viewer }) => contestsOfMember(database, viewer.id, clock.now())),

  implementCall(declareEligibility, ({ input: { id, eligible }, viewer }) =>
    transact(database, async (tx) => {
      const now = clock.now()
      const contest = tx.selectFrom('contests').where('id', '=', id)
      if (!(await contest.select('id').executeTakeFirst())) throw contestNotFound()
      // The lock waits for a closing in progress, as a save does. One that is due isn't waited for.
      await sql`set local lock_timeout = '2s'`.execute(tx)
      const open = await contest
        .select('id')
        .where('closed_at', 'is', null)
        .where('closes_at', '>', now)
        .forShare()
        .executeTakeFirst()
      if (!open) throw contestClosed()
      const confirmation = { eligible, at: now }
      await tx
        .insertInto('contest_confirmations')
        .values({ contest_id: id, user_id: viewer.id, ...confirmation })
        .onConflict((same) => same.columns(['contest_id', 'user_id']).doUpdateSet(confirmation))
        .execute()
      const { rows } = await sql<{ counting: number }>`
        select count(*)::integer as counting from contest_entries e
         where e.contest_id = ${id} and e.user_id = ${viewer.id} and contest_entries_count(${id}, ${viewer.id})`.execute(
        tx,
      )
      return { id, eligible, counting: rows[0]!.counting }
    }),
  ),

  implementCall(answerWin, ({ input: { id, accept, showName = false }, viewer }) =>
    transact(database, async (tx) => {
      const contest = await tx
        .selectFrom('contests')
        .select('id')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (!contest) throw contestNotFound()
      const last = (await drawRows(tx, clock.now(), id)).at(-1)
      if (last?.userId !== viewer.id) throw notYours()
      // Acceptance is final, so that neither a change of mind nor someone who took over the session causes another
      // draw.
      if (last.outcome === 'accepted' && !accept) throw prizeAlreadyAccepted()
      if (last.outcome === 'held' && accept) throw viewerIsHeld()
      // An announced redraw ends the winner's turn. Otherwise they could wait for the public value, compute whom it
      // would draw, and choose between that member and themselves.
      const redraw = await tx
        .selectFrom('contest_redraws')
        .select('k')
        .where('contest_id', '=', id)
        .where('k', '=', last.k + 1)
        .executeTakeFirst()
      if (redraw) throw answerDeadlinePassed()
      const given = { accepted: accept, show_name: accept && showName }
      await tx
        .updateTable('contest_draws')
        .set({ ...given, answered_at: clock.now() })
        .where('contest_id', '=', id)
        .where('k', '=', last.k)
        .execute()
      const { entry, answerBy } = last
      const showsName = given.show_name
      return { entry, answerBy, accepted: accept, showName: showsName, redrawAnnounced: false }
    }),
  ),
]
