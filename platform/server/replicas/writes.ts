import { type RawBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import { Refusal } from '#platform/contract/failure.ts'
import { changes, type Dispatch } from '../http/dispatch.ts'
import { prepared } from '../database.ts'
import type { Database } from '../services.ts'
import { batched } from '../batching.ts'
import type { Position, Reads } from './reads.ts'

/** A replica that may be asked is never so far behind: older writes needn't be looked for. */
const relevant = sql.raw("interval '1 minute'")

/** What a viewer's row tells of their last write, beside users `u`; by `lastWrites`. */
export const wroteUpTo: RawBuilder<Position | null> = sql`(w.lsn - '0/0')::float8`
export const lastWrites = sql`
  left join member_writes w on w.user_id = u.id and w.at > clock_timestamp() - ${relevant}`

/** Notes that these members have just written: what they did lies before where the log is now. */
const noteWrites = (database: Database, members: readonly number[]) =>
  sql`
    ${prepared} insert into member_writes (user_id, lsn, at)
    select id, pg_current_wal_insert_lsn(), clock_timestamp() from users where id = any (${members}::integer[]) order by id
    on conflict (user_id) do update set lsn = greatest(member_writes.lsn, excluded.lsn), at = excluded.at`.execute(
    database,
  )

/** Calls that see what their viewer has done, whichever server they read from. */
export function seeingOwnWrites(
  run: Dispatch['run'],
  { handlers }: Dispatch,
  { database, reads, log }: { database: Database; reads: Reads; log: Logger },
): Dispatch['run'] {
  const note = batched<number, null>(async (members) => {
    await noteWrites(database, [...new Set(members)])
    return members.map(() => null)
  })
  /** Before the answer leaves: the next question may come to another process. */
  async function noted(member: number) {
    try {
      await note(member)
    } catch (error) {
      // What was done is done. A replica that may be asked shows it within a moment anyway.
      log.warn({ err: (error as Error).message }, 'a member’s write was not noted')
    }
  }
  return (route, input, viewer, request) =>
    reads.from(viewer?.wrote ?? 0, async () => {
      const call = handlers.get(route)?.call
      if (!viewer || !call || !changes(call)) return run(route, input, viewer, request)
      try {
        const answer = await run(route, input, viewer, request)
        await noted(viewer.id)
        return answer
      } catch (error) {
        // Part of it may be done; not where the database is away.
        if (!(error instanceof Refusal && error.status === 503)) await noted(viewer.id)
        throw error
      }
    })
}
