import { sql } from 'kysely'
import { isOutage } from '#platform/server/database.ts'
import { positionNow, type Position } from '#platform/server/replicas/reads.ts'
import type { Database, Services } from '#platform/server/services.ts'

/** An item that changed, in the list of this category and cell: once for where it was, once for where it is. */
export type Change = { itemId: number; category: number; cell5: string }
type Row = { id: string; item_id: number; category_id: number; cell5: string }

type Follower = {
  /** Brings what is kept up to date before anyone reads it again. */
  apply(changes: Change[]): Promise<void>
  /** Changes were missed, or are too many: what is kept may be wrong. */
  forget(): void
}

/** Milliseconds: what a visitor's answer is made of is no older. */
export const changesAge = 150

export type Changes = {
  /** Resolves once what is kept holds all that was committed so many milliseconds ago, or later; and what the viewer did. */
  upTo(milliseconds: number): Promise<void>
  /** The number of the last look: what is read from the database after it began may lack what later looks find. */
  look(): number
  /** What changed since that look; null where that is no longer known. */
  since(look: number): Change[] | null
  /** Within `work` the database shows at least what the last look saw, whichever server answers. */
  read<T>(work: () => Promise<T>): Promise<T>
  /** Starts over from what replicas have, should the primary be away; false where there are none. */
  restart(): boolean
  follow(follower: Follower): void
}

const everything = 0

/** A look that comes later than this after the last one may miss rows that are deleted already. */
export const keptFor = 10 * 60 * 1000
const tooLate = keptFor / 2
const tooMany = 20_000
const remembered = 64

/** What the last looks found, by their number; who follows them keeps nothing of before they are forgotten. */
function recentLooks(followers: Follower[]) {
  let count = 0
  let recent: { look: number; changes: Change[] }[] = []
  return {
    count: () => count,
    add(changes: Change[]) {
      count++
      recent = [...recent.slice(-remembered), { look: count, changes }]
    },
    forget() {
      // What is being read meanwhile is not to be kept either.
      recent = []
      count++
      for (const follower of followers) follower.forget()
    },
    since(look: number): Change[] | null {
      if (look === count) return []
      if (recent.length === 0 || recent[0]!.look > look + 1) return null
      return recent.filter((found) => found.look > look).flatMap(({ changes }) => changes)
    },
  }
}

/** What transactions changed that had not ended at the moment `since`; without one, only which moment it is now. */
async function readChanges(listing: Database, since: string | null) {
  const { rows } = await sql<Row & { xmin: string; position: Position }>`
    with now as materialized (select pg_snapshot_xmin(pg_current_snapshot()) as xmin, ${positionNow} as position)
    select now.xmin::text as xmin, now.position, c.id, c.item_id, c.category_id, c.cell5
      from now left join (
        select * from item_changes where ${since === null ? sql`false` : sql`xid >= ${since}::xid8`} limit ${tooMany + 1}
      ) c on true`.execute(listing)
  const { xmin, position } = rows[0]!
  return { xmin, position, rows: rows.filter(({ id }) => id !== null) }
}

const changeOf = ({ item_id: itemId, category_id: category, cell5 }: Row): Change => ({
  itemId,
  category,
  cell5,
})

/**
 * Follows `item_changes` by looking at it when someone asks, not by a timer: of all transactions that had not
 * ended at the last look. Each process does so for itself and needs no word from others. With replicas, each look
 * is at least as far in the log as the one before, and all that is kept is read from where the last look was or later.
 */
export function followChanges(
  { listing, reads }: Pick<Services, 'listing' | 'reads'>,
  now = () => performance.now(),
): Changes {
  const followers: Follower[] = []
  const looks = recentLooks(followers)
  let since: string | null = null
  let begun = -Infinity
  /** So far in the log was the last look at most; at least so far (null: at the primary, it saw all). */
  let position: Position = 0
  let saw: Position | null = 0
  let era = reads.era()
  let resets = 0
  let running: Promise<void> | null = null
  let seen = new Set<string>()

  /** What was read before may be undone, or can't be waited for. */
  const reset = () => {
    resets++
    since = null
    position = 0
    looks.forget()
  }

  async function lookNow(need: Position): Promise<void> {
    const start = now()
    if (era !== reads.era()) reset()
    era = reads.era()
    const before = resets
    const missed = since === null || start - begun > tooLate
    const { found, sees } = await reads.from(Math.max(need, position), async (source) => {
      const found = await readChanges(listing, missed ? null : since)
      source.reached(found.position)
      return { found, sees: source.sees() }
    })
    if (before !== resets) return
    const changes = found.rows.filter(({ id }) => !seen.has(id)).map(changeOf)
    position = Math.max(position, found.position)
    looks.add(changes)
    const isAll = found.rows.length > tooMany || changes.some(({ itemId }) => itemId === everything)
    if (missed || isAll) looks.forget()
    else if (changes.length > 0) for (const follower of followers) await follower.apply(changes)
    if (before !== resets) return
    seen = new Set(found.rows.map(({ id }) => id))
    since = found.xmin
    begun = start
    saw = sees
  }

  const start = (need: Position) => {
    running = lookNow(need)
      .catch((error: unknown) => {
        // What was read and not applied is lost for what is kept.
        reset()
        // The primary is unavailable and can't be waited for: a replica may be as far as any server.
        if (!reads.replicated || !isOutage(error) || need > 0) throw error
        return lookNow(0)
      })
      .finally(() => (running = null))
    return running
  }

  return {
    async upTo(milliseconds) {
      const asked = now()
      const need = reads.need()
      const lacks = () => need > 0 && (saw === null ? begun < asked : saw < need)
      while (begun < asked - milliseconds || lacks()) await (running ?? start(need))
    },
    read: (work) => reads.from(position, work),
    restart() {
      if (!reads.replicated) return false
      reset()
      begun = -Infinity
      return true
    },
    look: looks.count,
    since: looks.since,
    follow: (follower) => void followers.push(follower),
  }
}

/** Deletes what every process has seen, or will be too late for. */
export const forgetChanges = async (database: Database): Promise<void> => {
  await sql`insert into item_change_horizons default values on conflict do nothing`.execute(
    database,
  )
  await sql`
    with old as (select max(at) as at, max(ended_before) as ended_before from item_change_horizons
                  where at < clock_timestamp() - make_interval(secs => ${keptFor / 1000})),
         gone as (delete from item_change_horizons h using old where h.at < old.at)
    delete from item_changes using old where item_changes.xid < old.ended_before`.execute(database)
}
