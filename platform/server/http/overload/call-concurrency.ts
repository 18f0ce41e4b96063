import type { AnyCall } from '#platform/contract/call.ts'
import { changesState, type Dispatcher } from '../dispatch.ts'
import { createConcurrencyLimit, requesterOf } from './concurrency-limit.ts'

const second = 1000

/** Numbers of connections of a process: of the main pool, and of the one for lists. */
type Connections = { main: number; listing: number }

/**
 * Limits how many calls use the pools at the same time. Otherwise writes of one member that wait for the lock on the
 * member's own row would hold all connections of the main pool, and what one network asks for at once those for lists.
 * Calls wait for their turn in memory, without a connection.
 */
export function createCallLimits({ main: connections, listing }: Connections) {
  const part = (share: number) => Math.ceil(connections * share)
  const half = Math.floor(connections / 2)
  const shared = { prefix: connections - part(1 / 4), network: half, unverified: half }
  return {
    /** Some connections are left for reads, however many writes wait for locks. */
    writes: createConcurrencyLimit({
      running: { ...shared, all: connections - part(1 / 8), member: part(1 / 8) },
      most: { all: 500, member: 20, network: 50, unverified: 200 },
      patience: 8 * second,
    }),
    /** Reads that anyone may make, of visitors and members. Some ask no database, but hold the thread for milliseconds. */
    publicReads: createConcurrencyLimit({
      running: { all: 4 * listing, prefix: listing, network: Math.ceil(listing / 2) },
      most: { all: 2000, network: 300 },
      patience: 8 * second,
    }),
    /** Members' reads wait for no locks, but some are slow, and a page sends several. */
    reads: createConcurrencyLimit({
      running: { ...shared, all: connections, member: part(1 / 4) },
      most: { all: 1000, member: 50, network: 200, unverified: 500 },
      patience: 8 * second,
    }),
    /** Their queries are short. A page shows up to a hundred pictures, and they are held in memory. */
    storage: createConcurrencyLimit({
      running: { all: 48, prefix: 24, network: 12, member: 4, unverified: 8 },
      most: { all: 1000, network: 300 },
      patience: 8 * second,
    }),
    /** A single thread draws. */
    drawing: createConcurrencyLimit({
      running: { all: 8, prefix: 4 },
      most: { all: 1000, network: 300 },
      patience: 8 * second,
    }),
  }
}

export type CallLimits = ReturnType<typeof createCallLimits>

/**
 * Wraps `run` so that calls wait for their turn. Left out are calls without a budget, such as those of health, and
 * uploads, because they have limits of their own and wait for the network and the encoder
 * (features/photos/uploads.server.ts). Other calls give up their permit while they wait for something else than the
 * database (`request.withoutPermit`).
 */
export function withCallLimits(
  run: Dispatcher['run'],
  { handlers }: Dispatcher,
  limits: CallLimits,
): Dispatcher['run'] {
  const limitOf = (call: AnyCall) => {
    if (call.limit === 'unlimited' || call.consumes === 'multipart/form-data') return null
    if (call.waitsFor) return limits[call.waitsFor]
    if (changesState(call) && !call.onlyReads) return limits.writes
    return call.access === 'anyone' ? limits.publicReads : limits.reads
  }
  return (route, input, viewer, request) => {
    const call = handlers.get(route)?.call
    const limit = call ? limitOf(call) : null
    if (!limit) return run(route, input, viewer, request)
    const { ip, line } = request
    const requester = line === undefined ? requesterOf({ viewer, ip }) : { network: line }
    return limit.run(requester, (withoutPermit) =>
      // Not a copy, because that would run the request's getters.
      run(
        route,
        input,
        viewer,
        Object.create(request, { withoutPermit: { value: withoutPermit } }),
      ),
    )
  }
}
