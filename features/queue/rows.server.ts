import { sql } from 'kysely'
import { reporterRecords, type Decision } from '#domain/decisions.ts'
import type { QueueCase, CaseDescription } from '#domain/queue/kind.ts'
import { stateOfDecision } from '#domain/queue/outcomes.ts'
import { caseVersion } from '#domain/queue/seen.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { Database } from '#platform/server/services.ts'
import type { adminQueue } from './contract.ts'
import { caseIdOf, queueKindOf, kindsByName } from './kinds.server.ts'
import { queueKindNames } from './limits.ts'

export type QueueRow = OutputOf<typeof adminQueue>['items'][number]

type Made = { id: number; decision: Decision; reason: string; at: string; by: string | null }

/**
 * Returns the rows of the queue for these cases: the thing, its reporters, and how often their earlier reports were
 * right.
 */
export async function loadQueueRows(database: Database, cases: QueueCase[]): Promise<QueueRow[]> {
  const descriptions = await describe(database, cases)
  const members = [...descriptions.values()].flatMap(({ reporters }) =>
    reporters.map(({ userId }) => userId),
  )
  const records = await reporterRecords(database, [...new Set(members)])
  const decisions = await decisionsOf(database, cases)
  return cases.flatMap((one) => {
    const described = descriptions.get(`${one.about} ${one.id}`)
    const made = one.decision === null ? undefined : decisions.get(one.decision)
    if (!described || (one.decision !== null && !made)) return []
    const { name: kind, texts } = queueKindOf(one)!
    const {
      usualReason = texts.remove.usualReason,
      restsOn,
      removalRestsOn,
      reporters,
      ...row
    } = described
    return {
      ...row,
      id: caseIdOf(one),
      version: caseVersion({ restsOn, removalRestsOn, version: row.version }),
      kind,
      texts: { ...texts, remove: { ...texts.remove, usualReason } },
      reporters: reporters.map((reporter) => ({
        ...reporter,
        confirmed: 0,
        dismissed: 0,
        ...records.get(reporter.userId),
      })),
      state: made ? stateOfDecision[made.decision] : 'open',
      decision: made ? { reason: made.reason, at: made.at, by: made.by } : null,
    } satisfies QueueRow
  })
}

/** Returns the descriptions of cases by their `about` and `id`. Each kind describes its own cases. */
async function describe(
  database: Database,
  cases: QueueCase[],
): Promise<Map<string, CaseDescription>> {
  const described = await Promise.all(
    queueKindNames.map(async (name) => {
      const own = cases.filter((one) => queueKindOf(one)?.name === name)
      return own.length > 0 ? kindsByName[name].describe(database, own) : []
    }),
  )
  return new Map(described.flat().map((one) => [`${one.about} ${one.id}`, one]))
}

async function decisionsOf(database: Database, cases: QueueCase[]): Promise<Map<number, Made>> {
  const ids = cases.flatMap(({ decision }) => decision ?? [])
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Made>`
    select d.id, d.decision, d.reason, ${isoTimestampSql('d.decided_at')} as at, u.user_name as by
      from report_decisions d left join users u on u.id = d.actor_id
     where d.id = any (${ids}::integer[])`.execute(database)
  return new Map(rows.map((row) => [row.id, row]))
}
