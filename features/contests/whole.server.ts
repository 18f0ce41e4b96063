import type { Database } from '#platform/server/services.ts'
import { contestNotFound, type Contest } from './contract.ts'
import { contestRows } from './rows.server.ts'

/** One contest as everyone sees it, with what was changed after its opening. */
export async function wholeContest(database: Database, id: number, now: Date): Promise<Whole> {
  const [contest] = await contestRows(database, now, { which: id })
  if (!contest) throw contestNotFound()
  const changes = await database
    .selectFrom('contest_changes')
    .select(['at', 'what', 'before', 'after'])
    .where('contest_id', '=', id)
    .orderBy('id')
    .execute()
  return {
    ...contest,
    changes: changes.map((row) => ({ ...row, what: row.what as What, at: row.at.toISOString() })),
  }
}
type What = 'title' | 'prize' | 'drawsAt' | 'closed' | 'seedHash'
type Whole = Contest & { changes: { at: string; what: What; before: string; after: string }[] }
