import type { AnyCall } from '#platform/contract/call.ts'
import { changesState, type Dispatcher } from './dispatch.ts'
import { groupsOf, placesInTurn } from './places.ts'

const second = 1000

/**
 * How many members' calls may use the main pool at the same time, in a process with so many connections. Without these
 * bounds, writes of one member that wait for the lock on the member's own row would hold all connections. Calls wait
 * for their turn in memory, without one.
 */
export function createCallPlaces(connections: number) {
  const part = (share: number) => Math.ceil(connections * share)
  const half = Math.floor(connections / 2)
  const many = { network: half, unverified: half }
  return {
    /** Some connections are left for reads, however many members' writes wait for locks. */
    writes: placesInTurn({
      running: { all: connections - part(1 / 8), shares: { member: part(1 / 8), ...many } },
      waiting: { all: 500, shares: { member: 20, network: 50, unverified: 200 } },
      patience: 8 * second,
    }),
    /** Reads wait for no locks, but some are slow, and a page sends several. */
    reads: placesInTurn({
      running: { all: Infinity, shares: { member: part(1 / 4), ...many } },
      waiting: { all: 1000, shares: { member: 50, network: 200, unverified: 500 } },
      patience: 8 * second,
    }),
  }
}

export type CallPlaces = ReturnType<typeof createCallPlaces>

/**
 * Wraps `run` so that members' calls take places. Left out are visitors' calls and those that anyone may make and that
 * change nothing, because most of them use other pools, and uploads, because they have places of their own and wait
 * for the network and the encoder (features/photos/places.server.ts).
 */
export function withCallPlaces(
  run: Dispatcher['run'],
  { handlers }: Dispatcher,
  { reads, writes }: CallPlaces,
): Dispatcher['run'] {
  const placesOf = (call: AnyCall) => {
    if (call.consumes === 'multipart/form-data') return null
    if (changesState(call) && !call.onlyReads) return writes
    return call.access === 'anyone' ? null : reads
  }
  return (route, input, viewer, request) => {
    const call = handlers.get(route)?.call
    const places = viewer && call ? placesOf(call) : null
    if (!viewer || !places) return run(route, input, viewer, request)
    return places.run(groupsOf({ viewer, ip: request.ip }), () =>
      run(route, input, viewer, request),
    )
  }
}
