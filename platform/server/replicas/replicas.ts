import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { CompiledQuery, QueryResult } from 'kysely'
import type { Logger } from 'pino'
import { isOutage, pgCode } from '../database/database.ts'
import type { Database } from '../services.ts'
import type { ReplicaPoolName } from './pools.ts'
import { watchPrimary } from './primary.ts'
import { createReadOnlyDatabase } from './reading.ts'
import type { LogPosition, ReadRouter } from './reads.ts'
import { watchReplica, type Replica } from './replica.ts'

/** Milliseconds between two checks of a server. */
const checkInterval = 250

/** Why the primary was used: no replica was available, it hadn't replayed enough, or it failed during the read. */
export type FallbackReason = 'none' | 'unreplayed' | 'failed'

export type Replicas = {
  reads: ReadRouter
  listing: Database
  ranking: Database
  all: readonly Replica[]
  /** Returns the replica that this process reads from, or null if none can be used. */
  chosen(): Replica | null
  fallbacks: ReadonlyMap<FallbackReason, number>
  stop(): Promise<void>
}

type Options = {
  url: string
  readUrls: readonly string[]
  /** Maximum connections per replica and pool (listing, ranking). */
  max: number
  primary: Record<ReplicaPoolName, Database>
  log: Logger
}

/** State of one call of `withSource`. Its server is chosen at the first query. */
type Reading = { need: LogPosition; source?: ReadSource; sees: LogPosition }

type ReadSource = { replica: Replica } | { replica: null; reason: FallbackReason }
const fromPrimary = (reason: FallbackReason): ReadSource => ({ replica: null, reason })

export function openReplicas({ url, readUrls, max, primary, log }: Options): Replicas {
  let era = 0
  const changed = () => void era++
  const main = watchPrimary(url, changed)
  const all = readUrls.map((readUrl, index) =>
    watchReplica({ number: index + 1, url: readUrl, max, primary: main, log, changed }),
  )
  // Each process prefers a random replica, so that the load spreads, and uses the first available one after it.
  const from = Math.floor(Math.random() * all.length)
  const order = [...all.slice(from), ...all.slice(0, from)]
  const chosen = () => order.find((one) => one.pools()) ?? null

  const instead = new Map<FallbackReason, number>()
  const reading = new AsyncLocalStorage<Reading>()
  const ask = asker({ reading, chosen, instead, primary })

  const reads: ReadRouter = {
    replicated: true,
    withSource(need, work) {
      const own: Reading = { need, sees: 0 }
      return reading.run(own, () =>
        work({
          sees: () => (own.source?.replica ? own.sees : null),
          reached(position) {
            const replica = own.source?.replica
            if (replica) replica.replayed = Math.max(replica.replayed, position)
          },
        }),
      )
    },
    requiredPosition: () => reading.getStore()?.need ?? 0,
    generation: () => era,
    async states() {
      await main.check()
      for (let checks = 0; checks < 2; checks++) await Promise.all(all.map((one) => one.check()))
      return all.map(({ state }) => state)
    },
  }

  const stopping = new AbortController()
  for (const server of [main, ...all]) void watch(() => server.check(), stopping.signal)
  return {
    reads,
    listing: createReadOnlyDatabase((query) => ask('listing', query)),
    ranking: createReadOnlyDatabase((query) => ask('ranking', query)),
    all,
    chosen,
    fallbacks: instead,
    async stop() {
      stopping.abort()
      await Promise.all([main, ...all].map((one) => one.end()))
    },
  }
}

type Servers = {
  reading: AsyncLocalStorage<Reading>
  chosen(): Replica | null
  instead: Map<FallbackReason, number>
  primary: Record<ReplicaPoolName, Database>
}

/** Returns a function that runs a query on the chosen replica or, if that isn't possible, on the primary. */
function asker({ reading, chosen, instead, primary }: Servers) {
  async function choose(need: LogPosition): Promise<ReadSource> {
    const replica = chosen()
    if (!replica) return fromPrimary('none')
    // It may have replayed enough since the last check.
    if (replica.replayed < need) await replica.check()
    if (!replica.pools()) return fromPrimary('none')
    return replica.replayed < need ? fromPrimary('unreplayed') : { replica }
  }

  async function sourceOf(own: Reading): Promise<ReadSource> {
    if (own.source) return own.source
    const source = await choose(own.need)
    // Another query of the same read may have chosen meanwhile, and all of them must use the same server.
    if (own.source) return own.source
    own.source = source
    if (source.replica) own.sees = source.replica.replayed
    return source
  }

  async function ask<R>(kind: ReplicaPoolName, query: CompiledQuery): Promise<QueryResult<R>> {
    const own = reading.getStore() ?? { need: 0, sees: 0 }
    const source = await sourceOf(own)
    let reason: FallbackReason = 'failed'
    if (source.replica) {
      const pools = source.replica.pools()
      try {
        if (pools) return await pools.ask(kind, (database) => database.executeQuery<R>(query))
      } catch (error) {
        if (!mayAskAgain(error)) throw error
        if (isOutage(error)) source.replica.failed()
      }
      own.source = fromPrimary('failed')
    } else reason = source.reason
    instead.set(reason, (instead.get(reason) ?? 0) + 1)
    return primary[kind].executeQuery<R>(query)
  }
  return ask
}

/**
 * Returns whether a query that failed on a replica may be repeated on the primary: after an outage, or if replaying
 * removed rows that the query was reading. A query that the server canceled isn't repeated.
 */
const mayAskAgain = (error: unknown) =>
  pgCode(error) === '40001' || (isOutage(error) && pgCode(error) !== '57014')

async function watch(check: () => Promise<void>, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const begun = performance.now()
    await check()
    const rest = Math.max(0, begun + checkInterval - performance.now())
    await wait(rest, undefined, { signal: stopping, ref: false }).catch(() => {})
  }
}
