import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import { visiblePhotosSql } from '#domain/visible.ts'
import { batchRequests } from '#platform/server/database/batching.ts'
import type { Database, Services } from '#platform/server/services.ts'

/** Milliseconds for which a result is used again without a query. A hidden photo disappears within this time. */
const fresh = 1_000

/**
 * Returns a function that takes a photo's name and checks whether everyone may see the photo. If the database is
 * unavailable, the last known result is used. A new photo is requested right after the upload, when a replica may not
 * have it yet, so the primary is asked for what a replica doesn't show.
 */
export function photoVisibility({
  database,
  listing,
  reads,
}: Pick<Services, 'database' | 'listing' | 'reads'>) {
  const known = new LRUCache<string, number>({ max: 5_000 })
  const loaderFrom = (source: Database) =>
    batchRequests<string, boolean>(async (names) => {
      const { rows } = await sql<{ name: string }>`
        select p.name from ${visiblePhotosSql} where p.name = any (${names}::text[])`.execute(
        source,
      )
      const shown = new Set(rows.map(({ name }) => name))
      const at = performance.now()
      for (const name of names) known.delete(name)
      // Keeps the names as the database has them: one that was cut out of a request would keep all of its text.
      for (const name of shown) known.set(name, at)
      return names.map((name) => shown.has(name))
    })
  const fromPrimary = loaderFrom(database)
  const fromReplica = reads.replicated ? loaderFrom(listing) : async () => false
  const load = async (name: string) => (await fromReplica(name)) || fromPrimary(name)
  return async (name: string): Promise<boolean> => {
    const before = known.get(name)
    if (before !== undefined && performance.now() - before < fresh) return true
    try {
      return await load(name)
    } catch (error) {
      if (before === undefined) throw error
      return true
    }
  }
}
