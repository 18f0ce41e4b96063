import { type RawBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import { Refusal } from '#platform/contract/failure.ts'
import { changesState, type Dispatcher } from '../http/dispatch.ts'
import { preparedStatementComment } from '../database/database.ts'
import type { Database } from '../services.ts'
import { batchRequests } from '../database/batching.ts'
import type { LogPosition, ReadRouter } from './reads.ts'

/** Writes older than this needn't be looked up, because a usable replica is never this far behind. */
const relevant = sql.raw("interval '1 minute'")

/** SQL for the position of a member's last write, in a query that joins `joinLastWritesSql` to users `u`. */
export const lastWritePositionSql: RawBuilder<LogPosition | null> = sql`(w.lsn - '0/0')::float8`
export const joinLastWritesSql = sql`
  left join member_writes w on w.user_id = u.id and w.at > clock_timestamp() - ${relevant}`

/** Records the current log position as these members' last write, because their changes lie before it. */
const noteWrites = (database: Database, members: readonly number[]) =>
  sql`
    ${preparedStatementComment} insert into member_writes (user_id, lsn, at)
    select id, pg_current_wal_insert_lsn(), clock_timestamp() from users where id = any (${members}::integer[]) order by id
    on conflict (user_id) do update set lsn = greatest(member_writes.lsn, excluded.lsn), at = excluded.at`.execute(
    database,
  )

/** Wraps `run` so that a call sees its viewer's own earlier changes, whichever server it reads from. */
export function withReadYourWrites(
  run: Dispatcher['run'],
  { handlers }: Dispatcher,
  { database, reads, log }: { database: Database; reads: ReadRouter; log: Logger },
): Dispatcher['run'] {
  const note = batchRequests<number, null>(async (members) => {
    await noteWrites(database, [...new Set(members)])
    return members.map(() => null)
  })
  /**
   * Records the member's write. The answer is sent only afterwards, because another process may get the member's next
   * request.
   */
  async function noted(member: number) {
    try {
      await note(member)
    } catch (error) {
      // The call itself has succeeded, and usable replicas show the change within a moment anyway.
      log.warn({ err: (error as Error).message }, 'a member’s write was not noted')
    }
  }
  return (route, input, viewer, request) =>
    reads.withSource(viewer?.lastWritePosition ?? 0, async () => {
      const call = handlers.get(route)?.call
      if (!viewer || !call || !changesState(call)) return run(route, input, viewer, request)
      try {
        const answer = await run(route, input, viewer, request)
        await noted(viewer.id)
        return answer
      } catch (error) {
        // A refused call may still have changed something, unless the database was unavailable.
        if (!(error instanceof Refusal && error.status === 503)) await noted(viewer.id)
        throw error
      }
    })
}
