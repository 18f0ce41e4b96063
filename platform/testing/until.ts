import { setTimeout as wait } from 'node:timers/promises'

const pause = 10

/**
 * Polls until `ask` returns something truthy, and returns that. Throws an error with the text `missing` after `ms`
 * milliseconds. Tests wait in no other way.
 */
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

/** Sends a request again while the site is too busy for it (503), and returns the answer. */
export const untilTaken = <A extends { status: number }>(send: () => Promise<A>): Promise<A> =>
  until(
    async () => {
      const answer = await send()
      return answer.status === 503 ? null : answer
    },
    'The site stays too busy.',
    60_000,
  ) as Promise<A>

/**
 * Waits until `holds` returns true, for events that must happen within a time and happen in this process. Counts the
 * time in the pauses between checks, so that it equals clock time on an idle machine, and delays on a busy machine
 * don't count.
 */
export async function untilWithin(ms: number, holds: () => boolean, missing: string) {
  for (let lived = 0; !holds(); lived += pause) {
    if (lived >= ms) throw new Error(missing)
    await wait(pause)
  }
}
