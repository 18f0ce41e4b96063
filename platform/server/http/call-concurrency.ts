import type { AnyCall } from '#platform/contract/call.ts'
import { changesState, type Dispatcher } from './dispatch.ts'
import { createConcurrencyLimit, requesterOf } from './concurrency-limit.ts'

const second = 1000

/**
 * Limits how many members' calls use the main pool at the same time, in a process with so many connections. Otherwise
 * writes of one member that wait for the lock on the member's own row would hold all connections. Calls wait for their
 * turn in memory, without one.
 */
export function createCallLimits(connections: number) {
  const part = (share: number) => Math.ceil(connections * share)
  const half = Math.floor(connections / 2)
  return {
    /** Some connections are left for reads, however many members' writes wait for locks. */
    writes: createConcurrencyLimit({
      running: {
        all: connections - part(1 / 8),
        member: part(1 / 8),
        network: half,
        unverified: half,
      },
      most: { all: 500, member: 20, network: 50, unverified: 200 },
      patience: 8 * second,
    }),
    /** Reads wait for no locks, but some are slow, and a page sends several. */
    reads: createConcurrencyLimit({
      running: { member: part(1 / 4), network: half, unverified: half },
      most: { all: 1000, member: 50, network: 200, unverified: 500 },
      patience: 8 * second,
    }),
  }
}

export type CallLimits = ReturnType<typeof createCallLimits>

/**
 * Wraps `run` so that members' calls wait for their turn. Left out are visitors' calls and those that anyone may make
 * and that change nothing, because most of them use other pools, and uploads, because they have limits of their own and
 * wait for the network and the encoder (features/photos/uploads.server.ts).
 */
export function withCallLimits(
  run: Dispatcher['run'],
  { handlers }: Dispatcher,
  { reads, writes }: CallLimits,
): Dispatcher['run'] {
  const limitOf = (call: AnyCall) => {
    if (call.consumes === 'multipart/form-data') return null
    if (changesState(call) && !call.onlyReads) return writes
    return call.access === 'anyone' ? null : reads
  }
  return (route, input, viewer, request) => {
    const call = handlers.get(route)?.call
    const limit = viewer && call ? limitOf(call) : null
    if (!viewer || !limit) return run(route, input, viewer, request)
    return limit.run(requesterOf({ viewer, ip: request.ip }), () =>
      run(route, input, viewer, request),
    )
  }
}
