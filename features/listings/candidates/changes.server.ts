import { sql } from 'kysely'
import { isOutage } from '#platform/server/database/database.ts'
import { currentLogPositionSql, type LogPosition } from '#platform/server/replicas/reads.ts'
import type { Database, Services } from '#platform/server/services.ts'

/**
 * A changed item, with the category and cell whose lists it affects. An item that moved has two changes: for where it
 * was and for where it is now.
 */
export type ItemChange = {
  itemId: number
  category: number
  cell5: string
  /** Whether the item is now listed in this category and cell. */
  listed: boolean
}
type Row = { id: string; item_id: number; category_id: number; cell5: string; listed: boolean }

type Follower = {
  /** Updates the follower's cache before it is read again. */
  apply(changes: ItemChange[]): Promise<void>
  /** Clears the follower's cache, because changes were missed or are too many to apply. */
  clear(): void
}

/** Maximum age of the cached data in a visitor's answer, in milliseconds. */
export const maxVisitorStaleness = 150

export type ItemChangeFeed = {
  /**
   * Resolves once the caches include everything committed at least this many milliseconds ago, and the viewer's own
   * writes.
   */
  catchUp(milliseconds: number): Promise<void>
  /**
   * Returns the number of the last look (one read of `item_changes`, see `watchItemChanges`). Data that is read from
   * now on may lack changes that later looks find; `changesSince` returns those.
   */
  currentLook(): number
  /** Returns the changes found since that look, or null if they are no longer known. */
  changesSince(look: number): ItemChange[] | null
  /** Runs `work` with reads from a server that has at least what the last look saw. */
  read<T>(work: () => Promise<T>): Promise<T>
  /**
   * Clears the caches and starts over from what the replicas have, for when the primary is unavailable. Returns false
   * if there are no replicas.
   */
  restart(): boolean
  follow(follower: Follower): void
}

const everything = 0

/**
 * Milliseconds for which rows of `item_changes` are retained. If two looks are more than `tooLate` apart, the second
 * may miss deleted rows, so the caches start over.
 */
export const changeRetention = 10 * 60 * 1000
const tooLate = changeRetention / 2
const tooMany = 20_000
const remembered = 64

/**
 * The changes that the last looks found, by the looks' numbers. `forget` drops them and clears the followers' caches.
 */
function recentLooks(followers: Follower[]) {
  let count = 0
  let recent: { look: number; changes: ItemChange[] }[] = []
  return {
    count: () => count,
    add(changes: ItemChange[]) {
      count++
      recent = [...recent.slice(-remembered), { look: count, changes }]
    },
    forget() {
      // With a higher number and no changes, `changesSince` returns null for reads under way, so that they aren't
      // cached either.
      recent = []
      count++
      for (const follower of followers) follower.clear()
    },
    since(look: number): ItemChange[] | null {
      if (look === count) return []
      if (recent.length === 0 || recent[0]!.look > look + 1) return null
      return recent.filter((found) => found.look > look).flatMap(({ changes }) => changes)
    },
  }
}

/** The transactions that a look didn't see: all from an ID on, and those before it that hadn't ended. */
type Unseen = { from: string; open: string[] }

/**
 * Reads the changes of transactions in `since`, and returns those that this look didn't see. Without `since`, it reads
 * no changes. A transaction that stays open for long is no reason to read the later ones again and again, except on a
 * replica, whose snapshots don't list what is open.
 */
async function readChanges(listing: Database, since: Unseen | null) {
  const unseen = since
    ? sql`xid >= ${since.from}::xid8 or xid = any (${since.open}::xid8[])`
    : sql`false`
  const { rows } = await sql<Row & Unseen & { position: LogPosition }>`
    with now as materialized (
      select case when pg_is_in_recovery() then pg_snapshot_xmin(seen) else pg_snapshot_xmax(seen) end as "from",
             array(select pg_snapshot_xip(seen)) as open, ${currentLogPositionSql} as position
        from pg_current_snapshot() seen)
    select now."from"::text as "from", now.open::text[] as open, now.position,
           c.id, c.item_id, c.category_id, c.cell5,
           coalesce(i.listed and i.category_id = c.category_id and i.cell5 = c.cell5, false) as listed
      from now left join (select * from item_changes where ${unseen} limit ${tooMany + 1}) c on true
      left join items i on i.id = c.item_id`.execute(listing)
  const { from, open, position } = rows[0]!
  return { unseen: { from, open }, position, rows: rows.filter(({ id }) => id !== null) }
}

const changeOf = ({ item_id: itemId, category_id: category, cell5, listed }: Row): ItemChange => ({
  itemId,
  category,
  cell5,
  listed,
})

/**
 * Follows `item_changes` by looking at it when a request needs it, not by a timer. Each look reads the changes of all
 * transactions that the look before didn't see. Each process does so by itself, without messages from others. With
 * replicas, each look reads at least as far in the log as the look before, and everything cached is read at or after
 * the position of the last look.
 */
export function watchItemChanges(
  { listing, reads }: Pick<Services, 'listing' | 'reads'>,
  now = () => performance.now(),
): ItemChangeFeed {
  const followers: Follower[] = []
  const looks = recentLooks(followers)
  let since: Unseen | null = null
  let begun = -Infinity
  /**
   * The last look saw nothing after `position` in the log, and everything up to `saw`. If `saw` is null, the last look
   * read from the primary, so it saw everything.
   */
  let position: LogPosition = 0
  let saw: LogPosition | null = 0
  let era = reads.generation()
  let resets = 0
  let running: Promise<void> | null = null
  let seen = new Set<string>()

  /** Forgets all changes read so far: after a failover they may be lost, or their position may never be reached. */
  const reset = () => {
    resets++
    since = null
    position = 0
    looks.forget()
  }

  async function lookNow(need: LogPosition): Promise<void> {
    const start = now()
    if (era !== reads.generation()) reset()
    era = reads.generation()
    const before = resets
    const missed = since === null || start - begun > tooLate
    const { found, sees } = await reads.withSource(Math.max(need, position), async (source) => {
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
    since = found.unseen
    begun = start
    saw = sees
  }

  const start = (need: LogPosition) => {
    running = lookNow(need)
      .catch((error: unknown) => {
        // Changes that were read but not applied are lost, so the caches must start over.
        reset()
        // If the primary is unavailable and the request doesn't need a certain position, what a replica has is good
        // enough.
        if (!reads.replicated || !isOutage(error) || need > 0) throw error
        return lookNow(0)
      })
      .finally(() => (running = null))
    return running
  }

  return {
    async catchUp(milliseconds) {
      const asked = now()
      const need = reads.requiredPosition()
      const lacks = () => need > 0 && (saw === null ? begun < asked : saw < need)
      while (begun < asked - milliseconds || lacks()) await (running ?? start(need))
    },
    read: (work) => reads.withSource(position, work),
    restart() {
      if (!reads.replicated) return false
      reset()
      begun = -Infinity
      return true
    },
    currentLook: looks.count,
    changesSince: looks.since,
    follow: (follower) => void followers.push(follower),
  }
}

/** Deletes changes older than `changeRetention`. By now every process has either seen them or will start over. */
export const deleteOldChanges = async (database: Database): Promise<void> => {
  await sql`insert into item_change_horizons default values on conflict do nothing`.execute(
    database,
  )
  await sql`
    with old as (select max(at) as at, max(ended_before) as ended_before from item_change_horizons
                  where at < clock_timestamp() - make_interval(secs => ${changeRetention / 1000})),
         gone as (delete from item_change_horizons h using old where h.at < old.at)
    delete from item_changes using old where item_changes.xid < old.ended_before`.execute(database)
}
