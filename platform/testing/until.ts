import { setTimeout as wait } from 'node:timers/promises'

const pause = 10

/** Polls until there is an answer, and returns it: the one way in which tests wait. */
export async function until<T>(
  ask: () => T | Promise<T>,
  missing: string,
  ms = 30_000,
): Promise<NonNullable<T>> {
  const deadline = performance.now() + ms
  for (;;) {
    const late = performance.now() > deadline
    const found = await ask()
    if (found) return found
    if (late) throw new Error(missing)
    await wait(pause)
  }
}

/**
 * Until it holds, within a time as this process lives it: on a machine that keeps up it is that of the clock, and
 * what a busy one holds up isn't counted. For what is to come within a time, and comes through this process.
 */
export async function untilWithin(ms: number, holds: () => boolean, missing: string) {
  for (let lived = 0; !holds(); lived += pause) {
    if (lived >= ms) throw new Error(missing)
    await wait(pause)
  }
}
