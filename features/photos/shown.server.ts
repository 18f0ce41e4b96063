import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import { shownPhotos } from '#domain/visible.ts'
import type { Database } from '#platform/server/services.ts'

/** What is no longer to be shown is gone from every process within this time. */
const fresh = 1_000

type Known = { shown: boolean; at: number }

/**
 * Whether a photo may be shown to anyone, by its name. The names that come while one question is under way are
 * asked for together in the next. Without the database the last answer holds.
 */
export function shownByName(database: Database) {
  const known = new LRUCache<string, Known>({ max: 5_000 })
  let next: { names: Set<string>; answer: Promise<void> } | null = null
  const inTurn = pLimit(1)

  async function ask(names: string[]): Promise<void> {
    const { rows } = await sql<{ name: string }>`
      select p.name from ${shownPhotos} where p.name = any (${names}::text[])`.execute(database)
    const shown = new Set(rows.map(({ name }) => name))
    const at = performance.now()
    for (const name of names) known.set(name, { shown: shown.has(name), at })
  }

  function asked(name: string): Promise<void> {
    if (!next) {
      const mine = { names: new Set<string>(), answer: Promise.resolve() }
      mine.answer = inTurn(() => {
        next = null
        return ask([...mine.names])
      })
      next = mine
    }
    next.names.add(name)
    return next.answer
  }

  return async (name: string): Promise<boolean> => {
    const before = known.get(name)
    if (before && performance.now() - before.at < fresh) return before.shown
    try {
      await asked(name)
    } catch (error) {
      if (!before) throw error
      return before.shown
    }
    return known.get(name)?.shown ?? false
  }
}
