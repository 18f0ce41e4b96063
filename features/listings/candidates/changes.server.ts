import { sql } from 'kysely'
import type { Database } from '#platform/server/services.ts'

/** An item that changed, in the list of this category and cell: once for where it was, once for where it is. */
export type Change = { itemId: number; category: number; cell5: string }
type Row = { id: string; item_id: number; category_id: number; cell5: string }

type Follower = {
  /** Brings what is kept up to date before anyone reads it again. */
  apply(changes: Change[]): Promise<void>
  /** Changes were missed, or are too many: what is kept may be wrong. */
  forget(): void
}

export type Changes = {
  /** Resolves once what is kept holds all that was committed so many milliseconds ago, or later. */
  upTo(milliseconds: number): Promise<void>
  /** The number of the last look: what is read from the database after it began may lack what later looks find. */
  look(): number
  /** What changed since that look; null where that is no longer known. */
  since(look: number): Change[] | null
  follow(follower: Follower): void
}

const everything = 0

/** A look that comes later than this after the last one may miss rows that are deleted already. */
export const keptFor = 10 * 60 * 1000
const tooLate = keptFor / 2
const tooMany = 20_000
const remembered = 64

/**
 * Follows `item_changes` by looking at it when someone asks, not by a timer: of all transactions that had not
 * ended at the last look. Each process does so for itself and needs no word from others.
 */
export function followChanges(database: Database, now = () => performance.now()): Changes {
  const followers: Follower[] = []
  let since: string | null = null
  let begun = -Infinity
  let running: { begun: number; done: Promise<void> } | null = null
  let looks = 0
  let seen = new Set<string>()
  let recent: { look: number; changes: Change[] }[] = []

  const forgetAll = () => {
    // What is being read meanwhile is not to be kept either.
    recent = []
    looks++
    for (const follower of followers) follower.forget()
  }

  async function lookNow(): Promise<void> {
    const start = now()
    const missed = since === null || start - begun > tooLate
    const { rows } = await sql<Row & { xmin: string }>`
      with now as materialized (select pg_snapshot_xmin(pg_current_snapshot()) as xmin)
      select now.xmin::text as xmin, c.id, c.item_id, c.category_id, c.cell5
        from now left join (
          select * from item_changes where ${missed ? sql`false` : sql`xid >= ${since}::xid8`} limit ${tooMany + 1}
        ) c on true`.execute(database)
    const changes = rows
      .filter(({ id }) => id !== null && !seen.has(id))
      .map(({ item_id: itemId, category_id: category, cell5 }): Change => ({
        itemId,
        category,
        cell5,
      }))
    looks++
    recent = [...recent.slice(-remembered), { look: looks, changes }]
    const all = changes.some(({ itemId }) => itemId === everything)
    if (missed || all || rows.length > tooMany) forgetAll()
    else if (changes.length > 0) for (const follower of followers) await follower.apply(changes)
    seen = new Set(rows.flatMap(({ id }) => (id === null ? [] : [id])))
    since = rows[0]!.xmin
    begun = start
  }

  const start = () => {
    const done = lookNow()
      .catch((error: unknown) => {
        // What was read and not applied is lost for what is kept.
        since = null
        forgetAll()
        throw error
      })
      .finally(() => (running = null))
    running = { begun: now(), done }
    return done
  }

  return {
    async upTo(milliseconds) {
      const asked = now()
      while (begun < asked - milliseconds) {
        if (!running) await start()
        else await running.done
      }
    },
    look: () => looks,
    since(look) {
      if (look === looks) return []
      if (recent.length === 0 || recent[0]!.look > look + 1) return null
      return recent.filter((one) => one.look > look).flatMap(({ changes }) => changes)
    },
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
