import { sql } from 'kysely'
import { badInput } from '#platform/contract/failure.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Services } from '#platform/server/services.ts'
import { privilegedUserIds } from '#domain/vocabulary/roles.ts'
import { casesPage, decide, openCase, restore, suspendMember } from './cases.server.ts'
import * as contract from './contract.ts'
import { subjectsOf } from './subjects.server.ts'
import { findSuspiciousActivity } from './suspicious.server.ts'

export * as calls from './contract.ts'

export const queues = (services: Services): JobQueue[] => [
  {
    name: 'suspicious-activity',
    every: '*/10 * * * *',
    run: () => findSuspiciousActivity(services),
  },
]

export const handlers = (services: Services) => {
  const { database, clock } = services
  return [
    implementCall(contract.report, ({ input: { kind, id, reason, words = '' }, viewer }) =>
      transact(database, async (tx) => {
        const subject = (await subjectsOf(tx, kind, [id])).get(id)
        if (!subject) throw contract.subjectNotFound()
        if (subject.userId === viewer.id) throw contract.cannotReportOwn()
        const at = clock.now()
        const open = await openCase(tx, { kind, subjectId: id }, at)
        await sql`
          insert into case_reports (case_id, reporter_id, reason, words, created_at)
          values (${open}, ${viewer.id}, ${reason}, ${words}, ${at}) on conflict do nothing`.execute(
          tx,
        )
        return { reported: true as const }
      }),
    ),

    implementCall(contract.listCases, ({ input }) => casesPage(database, input)),

    implementCall(contract.decideCase, async ({ input: { id, decision, reason = '' }, viewer }) => {
      if (decision === 'remove' && reason === '')
        throw badInput({ fields: { reason: 'Please fill this in.' } })
      await transact(database, (tx) => decide(services, tx, { id, decision, reason, by: viewer }))
      return { id, decision }
    }),

    implementCall(contract.restoreCase, ({ input: { id }, viewer }) =>
      transact(database, async (tx) => {
        const found = await sql`select from cases where id = ${id} and decision = 'remove'`.execute(
          tx,
        )
        if (found.rows.length === 0) throw contract.caseNotFound()
        await restore(services, tx, id, viewer)
        return { id, restored: true as const }
      }),
    ),

    implementCall(contract.suspendMember, ({ input: { id, reason }, viewer }) =>
      transact(database, async (tx) => {
        if (privilegedUserIds.includes(id)) throw contract.cannotSuspendStaff()
        if (!(await subjectsOf(tx, 'member', [id])).has(id)) throw contract.subjectNotFound()
        await suspendMember(services, tx, { id, reason, by: viewer })
        return { id, suspended: true }
      }),
    ),

    implementCall(contract.liftSuspension, ({ input: { id }, viewer }) =>
      transact(database, async (tx) => {
        const { rows } = await sql<{ id: number }>`
          select id from cases
           where kind = 'member' and subject_id = ${id} and decision = 'remove' and restored_at is null`.execute(
          tx,
        )
        for (const row of rows) await restore(services, tx, row.id, viewer)
        return { id, suspended: false }
      }),
    ),
  ]
}
