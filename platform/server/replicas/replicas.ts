import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { CompiledQuery, QueryResult } from 'kysely'
import type { Logger } from 'pino'
import { isOutage, pgCode } from '../database.ts'
import type { Database } from '../services.ts'
import type { Kind } from './pools.ts'
import { watchPrimary } from './primary.ts'
import { readingDatabase } from './reading.ts'
import type { Position, Reads } from './reads.ts'
import { watchReplica, type Replica } from './replica.ts'

/** Milliseconds between two looks at a server. */
const pace = 250

/** Why the primary was asked instead: no replica could be, none had replayed what must be seen, one failed meanwhile. */
export type Instead = 'none' | 'unreplayed' | 'failed'

export type Replicas = {
  reads: Reads
  listing: Database
  ranking: Database
  all: readonly Replica[]
  /** The one that this process reads from. */
  chosen(): Replica | null
  instead: ReadonlyMap<Instead, number>
  stop(): Promise<void>
}

type Options = {
  url: string
  readUrls: readonly string[]
  /** Connections to a replica of each kind. */
  max: number
  primary: Record<Kind, Database>
  log: Logger
}

/** Where what is read within one `from` comes from; not chosen before the first statement. */
type Reading = { need: Position; source?: Replica | Instead; sees: Position }

export function openReplicas({ url, readUrls, max, primary, log }: Options): Replicas {
  let era = 0
  const changed = () => void era++
  const main = watchPrimary(url, changed)
  const all = readUrls.map((readUrl, index) =>
    watchReplica({ number: index + 1, url: readUrl, max, primary: main, log, changed }),
  )
  // Each process has its own order, so that they spread; it stays with the first that may be asked.
  const from = Math.floor(Math.random() * all.length)
  const order = [...all.slice(from), ...all.slice(0, from)]
  const chosen = () => order.find((one) => one.pools()) ?? null

  const instead = new Map<Instead, number>()
  const reading = new AsyncLocalStorage<Reading>()

  async function choose(need: Position): Promise<Replica | Instead> {
    const one = chosen()
    if (!one) return 'none'
    // It may have got so far since the last look.
    if (one.replayed < need) await one.look()
    if (!one.pools()) return 'none'
    return one.replayed < need ? 'unreplayed' : one
  }

  async function ask<R>(kind: Kind, query: CompiledQuery): Promise<QueryResult<R>> {
    const own = reading.getStore() ?? { need: 0, sees: 0 }
    if (own.source === undefined) {
      const source = await choose(own.need)
      // Two statements at once are of one mind.
      if (own.source === undefined) {
        own.source = source
        if (typeof source !== 'string') own.sees = source.replayed
      }
    }
    const { source } = own
    if (typeof source !== 'string') {
      const pools = source.pools()
      try {
        if (pools) return await pools.ask(kind, (database) => database.executeQuery<R>(query))
      } catch (error) {
        if (!mayAskAgain(error)) throw error
        if (isOutage(error)) source.failed()
      }
      own.source = 'failed'
    }
    const reason = typeof own.source === 'string' ? own.source : 'failed'
    instead.set(reason, (instead.get(reason) ?? 0) + 1)
    return primary[kind].executeQuery<R>(query)
  }

  const reads: Reads = {
    replicated: true,
    from(need, work) {
      const own: Reading = { need, sees: 0 }
      return reading.run(own, () =>
        work({
          sees: () =>
            own.source !== undefined && typeof own.source !== 'string' ? own.sees : null,
          reached(position) {
            if (own.source !== undefined && typeof own.source !== 'string')
              own.source.replayed = Math.max(own.source.replayed, position)
          },
        }),
      )
    },
    need: () => reading.getStore()?.need ?? 0,
    era: () => era,
    async states() {
      await main.look()
      for (let looks = 0; looks < 2; looks++) await Promise.all(all.map((one) => one.look()))
      return all.map(({ state }) => state)
    },
  }

  const stopping = new AbortController()
  for (const server of [main, ...all]) void watch(() => server.look(), stopping.signal)
  return {
    reads,
    listing: readingDatabase((query) => ask('listing', query)),
    ranking: readingDatabase((query) => ask('ranking', query)),
    all,
    chosen,
    instead,
    async stop() {
      stopping.abort()
      await Promise.all([main, ...all].map((one) => one.end()))
    },
  }
}

/** Away, or broken off because what it reads was about to be replayed away: the primary can answer. What took too long there doesn't start over. */
const mayAskAgain = (error: unknown) =>
  pgCode(error) === '40001' || (isOutage(error) && pgCode(error) !== '57014')

async function watch(look: () => Promise<void>, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const begun = performance.now()
    await look()
    const rest = Math.max(0, begun + pace - performance.now())
    await wait(rest, undefined, { signal: stopping, ref: false }).catch(() => {})
  }
}
